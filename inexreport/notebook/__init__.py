"""Objects for notebooks: a campaign, its results, and the tables of a published site."""
