"""Where work is done: in this process, in processes beside it, or on a Dask cluster.

Work is a function of something that all pieces share and of one piece. Whoever does it, the results are the
same and come in the order of the pieces.
"""

from __future__ import annotations

from inexreport.workers.choice import open_workers
from inexreport.workers.in_process import InProcess
from inexreport.workers.interface import Workers

__all__ = ["InProcess", "Workers", "open_workers"]
