"""Objects for notebooks: a campaign, its results, and the tables of a published site."""

from inexreport.notebook.campaign import Campaign
from inexreport.notebook.results import Results
from inexreport.notebook.site import PublishedSite, open_site

__all__ = ["Campaign", "PublishedSite", "Results", "open_site"]
