"""Campaigns: thousands of cells, each one game asked in one way, run within limits, and every result on record.

    campaign file → plan → cells → jobs → engine → results → rows of one SQLite file

The client alone writes rows; engines run jobs, on this machine or on others. See docs/campaigns.md.

>>> from zermelo.campaign import read_plan, run  # run("campaign.toml", "results.db")
"""

from zermelo.campaign.cell import CampaignCell, CampaignQuery, CellLimits
from zermelo.campaign.client import CampaignState, run, run_cells
from zermelo.campaign.dask_engine import DaskEngine
from zermelo.campaign.database import ResultsDatabase
from zermelo.campaign.engine import JobEngine
from zermelo.campaign.job import Job, JobResult, perform
from zermelo.campaign.local import LocalEngine
from zermelo.campaign.plan import Plan, parse_plan, read_plan

__all__ = [
    "CampaignCell",
    "CampaignQuery",
    "CampaignState",
    "CellLimits",
    "DaskEngine",
    "Job",
    "JobEngine",
    "JobResult",
    "LocalEngine",
    "Plan",
    "ResultsDatabase",
    "parse_plan",
    "perform",
    "read_plan",
    "run",
    "run_cells",
]
