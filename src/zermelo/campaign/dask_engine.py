"""The engine of a cluster: jobs as tasks of Dask, on this machine, on a scheduler's workers, or under Slurm.

Dask moves jobs and results between machines and tells when a worker is lost; all the rest is as on one machine, for a
worker runs a job as this machine would (`zermelo.campaign.dask_task`). A worker works on one job at a time, the client
hands out no more jobs than there are workers, and no job is moved after it was handed out. A job whose worker is lost
was killed: the client of the campaign counts and tries again, not Dask (a scheduler of others may have tried it before,
as it is configured). Workers that this engine has started end with this process, however it ends, and so do their jobs;
from workers of others Dask takes the tasks back.

Dask is an extra: nothing is imported before it is needed.
"""

from __future__ import annotations

import contextlib
import itertools
import logging
import queue
import signal
import time
import uuid
from collections.abc import Callable, Iterable, Iterator
from types import TracebackType
from typing import Any

from zermelo.campaign.dask_task import UnwantedError, perform_task
from zermelo.campaign.job import Job, JobResult
from zermelo.campaign.local import cores
from zermelo.campaign.slurm_options import SlurmOptions
from zermelo.campaign.slurm_workers import SlurmWorkers
from zermelo.errors import InputError, LimitError, MissingToolError

COUNT = 0.5
"""Seconds between two counts of the workers."""

PATIENCE = 5.0
"""Seconds to wait for a result that a worker has; then it is waited for as if it were not there."""

STARTS = 3
"""Times that workers on this machine are started, if one is killed meanwhile."""

CONNECT = 30.0
"""Seconds to wait for a scheduler."""

_CONFIGURATION = {
    "distributed.scheduler.allowed-failures": 0,  # the client of the campaign tries again, and counts
    "distributed.scheduler.work-stealing": False,
    "distributed.scheduler.worker-saturation": 1.0,  # what waits waits at the scheduler, not at a busy worker
    "distributed.worker.memory.target": False,  # jobs have limits of their own; a worker itself stays small
    "distributed.worker.memory.spill": False,
    "distributed.worker.memory.pause": False,
    "distributed.worker.memory.terminate": False,
}

_MISSING = "the {} needs {}, which is not installed: python -m pip install 'zermelo[cluster]'"

Clusters = Callable[[], Any]
"""Makes a cluster of Dask, or tells the address of a scheduler."""


class DaskEngine:
    """An engine that runs jobs on the workers of a Dask cluster; see `zermelo.campaign.engine.JobEngine`.

    Parameters
    ----------
    cluster
        Makes the cluster, which is closed at the end; or tells the address of a scheduler, which stays.
    jobs
        The largest number of jobs at a time; None: as many as there are workers.
    tend
        Called with the number of workers now and then.

    The class methods make the usual ones. ``MissingToolError`` where Dask is not installed.
    """

    def __init__(
        self, cluster: Clusters, jobs: int | None = None, tend: Callable[[int], None] = lambda _: None
    ) -> None:
        _distributed()
        self._make, self._jobs, self._tend = cluster, jobs, tend
        self._name = f"zermelo-{uuid.uuid4().hex[:12]}"
        self._numbers = itertools.count(1)
        self._running: dict[str, tuple[Any, float]] = {}
        """By the keys of the jobs: the future, and the time of its start."""
        self._keys: dict[str, str] = {}
        """The keys of the jobs by those of Dask, which are those of one try of one client."""
        self._ended: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._client: Any = None
        self._workers, self._counted = 0, -COUNT
        self._opened = contextlib.ExitStack()

    @classmethod
    def local(cls, jobs: int | None = None) -> DaskEngine:
        """With workers of its own on this machine, one on each core if ``jobs`` is None."""

        def cluster() -> Any:
            failed: RuntimeError | None = None
            for _ in range(STARTS):
                try:
                    with _uninterrupted():  # Ctrl-C is for the client: it ends the workers
                        return _distributed().LocalCluster(
                            n_workers=jobs or cores(),
                            threads_per_worker=1,
                            memory_limit=0,
                            dashboard_address=":0",
                            silence_logs=logging.CRITICAL,
                        )
                except RuntimeError as error:  # a worker was killed while it started
                    failed = error
            raise LimitError("crash", f"the workers of Dask do not start: {failed}") from failed

        return cls(cluster, jobs)

    @classmethod
    def scheduler(cls, address: str, jobs: int | None = None) -> DaskEngine:
        """With the workers of a scheduler that runs already, at an address such as ``tcp://host:8786``."""
        return cls(lambda: address, jobs)

    @classmethod
    def slurm(cls, options: SlurmOptions, jobs: int) -> DaskEngine:
        """With workers that are jobs of Slurm, ``jobs`` of them, one for one job at a time."""
        try:
            import dask_jobqueue  # noqa: F401  # to tell where it is missing
        except ImportError as error:
            raise MissingToolError(_MISSING.format("engine slurm", "dask_jobqueue")) from error
        options.require()
        workers = SlurmWorkers(options, jobs)
        return cls(workers, jobs, workers.tend)

    @property
    def room(self) -> int:
        """As `JobEngine.room`; 0 as long as no worker has come."""
        now = time.monotonic()
        if now - self._counted >= COUNT:
            with self._connected():
                self._workers, self._counted = sum(self._client.nthreads().values()), now
            self._tend(self._workers)
        most = self._workers if self._jobs is None else min(self._workers, self._jobs)
        return most - len(self._running)

    def submit(self, job: Job) -> None:
        """As `JobEngine.submit`."""
        name = f"{self._name}-{next(self._numbers)}"
        with self._connected():
            future = self._client.submit(perform_task, job, key=name, pure=False, retries=0)
        self._keys[name] = job.key
        self._running[job.key] = future, time.monotonic()
        self._watch(future)

    def _watch(self, future: Any) -> None:
        future.add_done_callback(lambda ended: self._ended.put(ended.key))

    def results(self, timeout: float) -> list[JobResult]:
        """As `JobEngine.results`."""
        found: list[JobResult] = []
        with contextlib.suppress(queue.Empty):
            names = [self._ended.get(timeout=timeout if self._running else min(timeout, COUNT))]
            while not self._ended.empty():
                names.append(self._ended.get_nowait())
            for name in names:
                key = self._keys.get(name)
                result = None if key is None else self._result(key)
                if result is not None:
                    self._forget(result.key)
                    found.append(result)
        if self._client.status != "running":  # another scheduler at this address knows nothing of our jobs
            raise _gone(self._client)
        return found

    def _result(self, key: str) -> JobResult | None:
        """The result of a job that has ended; None where it is not here after all."""
        from distributed import KilledWorker
        from distributed.client import FutureCancelledError

        future, started = self._running[key]
        try:
            return future.result(timeout=PATIENCE)  # type: ignore[no-any-return]
        except TimeoutError:  # its worker was lost meanwhile: Dask runs it again
            self._watch(future)
            return None
        except KilledWorker as error:
            lost = f"the worker {getattr(error.last_worker, 'address', '')} was lost"
        except FutureCancelledError:  # the scheduler has lost it
            lost = "the scheduler has forgotten it"
        except UnwantedError:  # as by Slurm at the end of its time
            lost = "its worker was told to end"
        except OSError as error:
            lost = str(error)
        except Exception as error:
            said = " ".join(f"{type(error).__name__}: {error}".split())[:300]
            advice = "is this zermelo, of this version, installed where the workers run?"
            raise MissingToolError(f"a worker of Dask could not begin: {said}; {advice}") from error
        seconds = time.monotonic() - started
        return JobResult(key, None, seconds, 0.0, 0.0, None, int(signal.SIGKILL), None, True, lost, "", "")

    def cancel(self, keys: Iterable[str]) -> None:
        """As `JobEngine.cancel`; the workers notice within a second."""
        futures = [self._forget(key) for key in keys if key in self._running]
        if futures:
            with contextlib.suppress(Exception):  # a scheduler that is gone has no jobs
                self._client.cancel(futures, force=True)

    def _forget(self, key: str) -> Any:
        future, _ = self._running.pop(key)
        del self._keys[future.key]
        return future

    @contextlib.contextmanager
    def _connected(self) -> Iterator[None]:
        """A connection that is lost as an error for people."""
        try:
            yield
        except (OSError, RuntimeError, ValueError, TimeoutError) as error:
            raise _gone(self._client) from error

    def __enter__(self) -> DaskEngine:
        import dask

        for name in ("distributed", "dask_jobqueue", "tornado.application"):
            logging.getLogger(name).setLevel(logging.CRITICAL)
        with contextlib.ExitStack() as stack:
            stack.enter_context(dask.config.set(_CONFIGURATION))
            cluster = self._make()
            if not isinstance(cluster, str):
                stack.callback(_quietly, cluster.close)
            try:
                self._client = _distributed().Client(cluster, timeout=CONNECT, set_as_default=False)
            except (OSError, ValueError, TimeoutError) as error:
                found = " ".join(str(error).split())[:200]
                raise InputError("the address of a Dask scheduler that answers, such as tcp://host:8786", found=found,
                                 source="--scheduler") from error  # fmt: skip
            stack.callback(_quietly, self._client.close)
            self._opened = stack.pop_all()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.cancel(list(self._running))
        self._opened.close()


def _distributed() -> Any:
    """The library; ``MissingToolError`` where it is not installed."""
    try:
        import distributed
    except ImportError as error:
        raise MissingToolError(_MISSING.format("engine dask", "distributed")) from error
    return distributed


def _gone(client: Any) -> LimitError:
    return LimitError(
        "interrupted",
        f"the scheduler {client.scheduler.address if client.scheduler else ''} is gone; all rows so far are safe, the "
        "same command goes on from there",
    )


def _quietly(close: Callable[[], Any]) -> None:
    """Close something whose other end may be dead."""
    with contextlib.suppress(Exception):
        close()


@contextlib.contextmanager
def _uninterrupted() -> Iterator[None]:
    """Start processes that do not hear Ctrl-C."""
    try:
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    except ValueError:  # not the main thread
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
