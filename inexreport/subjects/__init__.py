"""Questions about a campaign, one module each: its tables, and the section of a page that answers it.

A module computes a data frame with the columns of the published table, declares the table, and returns a
`inexreport.subjects.sections.Section`, which one template draws.
"""
