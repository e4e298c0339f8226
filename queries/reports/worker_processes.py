"""Work in several processes, where what ends one process costs no more than the thing that it was at."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import Future

Thing = TypeVar("Thing")
Made = TypeVar("Made")
Work = Callable[[Thing], Made]
Crashed = Callable[[Thing, str], Made]

_DIED = "internal error: the process that worked on it was ended by the system (out of memory?)"


def in_order(
    work: Work[Thing, Made],
    crashed: Crashed[Thing, Made],
    things: Sequence[Thing],
    jobs: int = 1,
    cards: Sequence[str] = (),
) -> Iterator[Made]:
    """Do the same work on several things, and give what it made in their order.

    work: a function of a module. crashed: makes something in its place for a thing on which the work failed, given the
    thing and why. things: what is worked on. jobs: how many processes work; with one it is this process. cards: card
    files that the other processes use too. It raises nothing for what the work does. It does not promise to survive
    what ends this very process, so where that is to be feared take two.

    >>> list(in_order(len, lambda thing, why: -1, ["a", "bb"]))
    [1, 2]
    """
    waiting: dict[int, Made] = {}
    following = 0
    for place, made in as_made(work, crashed, things, jobs, cards):
        waiting[place] = made
        while following in waiting:
            yield waiting.pop(following)
            following += 1


def as_made(
    work: Work[Thing, Made],
    crashed: Crashed[Thing, Made],
    things: Sequence[Thing],
    jobs: int = 1,
    cards: Sequence[str] = (),
) -> Iterator[tuple[int, Made]]:
    """Do the same work on several things, and give the place of each with what was made, as soon as it is made.

    The arguments are those of `in_order`.

    >>> sorted(as_made(len, lambda thing, why: -1, ["a", "bb"]))
    [(0, 1), (1, 2)]
    """
    if jobs < 2 or len(things) < 2:
        for place, thing in enumerate(things):
            yield place, _done(work, crashed, thing)
        return
    # Not at the top: who works in one process need not wait for it.
    from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
    from concurrent.futures.process import BrokenProcessPool

    left = list(range(len(things) - 1, -1, -1))
    suspects: list[int] = []
    while left or suspects:
        # One thing at a time where a process died, so that it is seen which of them it was.
        alone = bool(suspects)
        if alone:
            left.append(suspects.pop())
        running: dict[Future[Made], int] = {}
        pool = ProcessPoolExecutor(
            1 if alone else min(jobs, len(left)), initializer=_begin_work, initargs=(tuple(cards),)
        )
        try:
            while running or left:
                while left and len(running) < (1 if alone else 2 * jobs):
                    place = left.pop()
                    running[pool.submit(work, things[place])] = place
                ready, _ = wait(running, return_when=FIRST_COMPLETED)
                for future in ready:
                    place = running[future]
                    error = future.exception()
                    if isinstance(error, BrokenProcessPool):
                        raise error
                    del running[future]
                    yield place, future.result() if error is None else crashed(things[place], _told(error))
                if alone:
                    break
        except BrokenProcessPool:
            if alone:
                (place,) = running.values()
                yield place, crashed(things[place], _DIED)
            else:
                suspects = sorted(running.values(), reverse=True)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _done(work: Work[Thing, Made], crashed: Crashed[Thing, Made], thing: Thing) -> Made:
    try:
        return work(thing)
    except Exception as error:
        return crashed(thing, _told(error))


def _told(error: BaseException) -> str:
    return f"internal error: {type(error).__name__}: {error} (please report)"


def _begin_work(cards: tuple[str, ...]) -> None:
    """Leave Ctrl-C to the process that the person started, which ends the others; take cards from the same files."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if cards:
        from layerproof.kb.cards.card_sources import use_sources

        use_sources(cards)
