"""Many people at once: each types a new sentence every few seconds, and steps in between.

It starts the app on a free port of this machine, and speaks to it as their browsers would:

    .venv/bin/python benchmarks/load.py --people 50 --seconds 120

It measures Enter to the result of all variants shown, a reported step to its answer, and the memory
of the app with its workers. Each result must show the words that its person typed. All numbers are
printed and written to load.json.
"""

import argparse
import asyncio
import json
import random
import statistics
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from urllib.request import Request, urlopen

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import ClientConnection, connect

from alignoscope.benchmarks import result
from alignoscope.benchmarks.apps import App, started

MOST_PEOPLE, MOST_SECONDS = 100, 600
STEP_EVERY = 2.5  # seconds
LOOK_EVERY = 5  # seconds between two looks at the memory: each takes some 10 ms
PATIENCE = 120  # seconds for one answer
WHO = ("the old man", "a young girl", "my brother", "our teacher", "your friend", "his dog")
DOES = ("reads", "finds", "wants", "sees", "brings", "sells", "forgets", "likes", "opens", "needs")
WHAT = ("a red book", "the small house", "his keys", "some cold water", "this new car", "bread")
WHERE = ("in the garden", "at school", "today", "on the train", "every day", "near the river")


def said(words: random.Random) -> list[str]:
    """Return the parts of a sentence: who does what, and where."""
    return [words.choice(some) for some in (WHO, DOES, WHAT, WHERE)]


@dataclass
class Person:
    """One browser: what its page has, and what it waited."""

    socket: ClientConnection
    words: random.Random
    boxes: dict[str, str] = field(default_factory=dict)  # what stands in text boxes, by widget
    box: str = ""  # the sentence's
    player: str = ""
    fragment: str = ""
    sent: dict = field(default_factory=dict)  # what the player got last
    drawn: dict = field(default_factory=dict)  # and what it draws, which is not sent twice
    told: list[str] = field(default_factory=list)  # to wait
    sentences: list[float] = field(default_factory=list)
    steps: list[float] = field(default_factory=list)

    async def run(self, ask: Callable[[BackMsg], None]) -> float:
        """Send what a page asks for; return the seconds until its script has ended."""
        message = BackMsg()
        ask(message)
        start = time.perf_counter()
        await self.socket.send(message.SerializeToString())
        async with asyncio.timeout(PATIENCE):
            while not self._read(ForwardMsg.FromString(await self.socket.recv())):
                pass
        return time.perf_counter() - start

    def _read(self, message: ForwardMsg) -> bool:
        """Note what the page got; say whether its script has ended."""
        if message.WhichOneof("type") == "script_finished":
            return message.script_finished != ForwardMsg.FINISHED_EARLY_FOR_RERUN
        element = message.delta.new_element
        kind = element.WhichOneof("type")
        assert kind != "exception", element.exception.message
        if kind == "text_input":
            self.boxes.setdefault(element.text_input.id, "")
            if "sentence" in element.text_input.label:
                self.box = element.text_input.id
        elif kind == "markdown" and "before you" in element.markdown.body:
            self.told.append(element.markdown.body)
        elif kind == "bidi_component" and element.bidi_component.component_name.endswith("_player"):
            self.player, self.fragment = element.bidi_component.id, message.delta.fragment_id
            self.sent = json.loads(element.bidi_component.json)[0]
            self.drawn = json.loads(self.sent["drawn"]) if "drawn" in self.sent else self.drawn
        return False

    async def types(self) -> None:
        """Type a sentence, and see it in the maps."""
        who, *rest = said(self.words)
        number = self.words.randrange(100_000)
        sentence = f"{who} {number} {' '.join(rest)}."

        self.boxes[self.box] = sentence

        def ask(message: BackMsg) -> None:
            for name, text in self.boxes.items():
                message.rerun_script.widget_states.widgets.add(id=name, string_value=text)

        self.sentences.append(await self.run(ask))
        shown = {word for words in self.drawn["lists"] for word in words}
        assert str(number) in shown, f"{sentence!r} is not what is shown"

    async def moves(self) -> None:
        """Step on, as the player reports it."""
        data, start = self.sent, self.sent["start"]
        step = self.words.randrange(4)
        report = {"identity": data["identity"], "start": start, **start, "step": step}
        report["holds"] = [data["drawing"]]  # as a browser does, which keeps what it draws

        def ask(message: BackMsg) -> None:
            message.rerun_script.fragment_id = self.fragment
            state = json.dumps({"position": report})
            message.rerun_script.widget_states.widgets.add(id=self.player, json_value=state)

        self.steps.append(await self.run(ask))


def cookies(address: str) -> str:
    """Return the cookies of a new browser: without them, all people here would be one."""
    with urlopen(Request(address, headers={"Accept": "text/html"})) as page:
        return "; ".join(one.partition(";")[0] for one in page.headers.get_all("Set-Cookie"))


async def visit(
    address: str, seed: int, every: float, seconds: float, *, named: bool = True
) -> Person:
    """Open the page as one person, and type and step until the time is over.

    Args:
        address: the app's address.
        seed: what the person types.
        every: the seconds between two sentences; 0 is as fast as the app answers.
        seconds: when to stop.
        named: whether the browser keeps cookies.
    """
    url = address.replace("http", "ws", 1) + "/_stcore/stream"
    words = random.Random(seed)
    headers = {"Cookie": await asyncio.to_thread(cookies, address)} if named else {}
    async with connect(
        url, subprotocols=["streamlit"], origin=address, additional_headers=headers, max_size=None
    ) as socket:
        person = Person(socket, words)
        await person.run(lambda message: message.rerun_script.SetInParent())
        await asyncio.sleep(words.uniform(0, every))
        end, due = time.monotonic() + seconds, time.monotonic()
        while time.monotonic() < end:
            await person.types()
            due = max(due + every, time.monotonic())
            while time.monotonic() + STEP_EVERY < due:
                await asyncio.sleep(STEP_EVERY)
                await person.moves()
            await asyncio.sleep(max(0, due - time.monotonic()))
    return person


def summary(times: Sequence[float]) -> dict[str, float]:
    """Return the median, the 95th of 100 and the slowest, in milliseconds."""
    if not times:
        return {}
    ordered = sorted(times)
    found = statistics.median(ordered), ordered[int(0.95 * (len(ordered) - 1))], ordered[-1]
    return dict(
        zip(("median", "p95", "slowest"), (round(1000 * one) for one in found), strict=True)
    )


async def watch(app: App) -> float:
    """Return the most memory of the app and its workers until this is cancelled, in MB."""
    most = 0.0
    with suppress(asyncio.CancelledError):
        while True:
            most = max(most, app.memory())
            await asyncio.sleep(LOOK_EVERY)
    return most


async def crowd(
    app: App, people: int, every: float, seconds: float, tabs: int
) -> dict[str, object]:
    """Return the waits of all people, and the memory of the app and its workers."""
    memory = asyncio.create_task(watch(app))
    visits = [visit(app.address, seed, every, seconds) for seed in range(people)]
    hasty = [visit(app.address, people + seed, 0, seconds, named=False) for seed in range(tabs)]
    found = (await asyncio.gather(*visits, *hasty))[:people]
    memory.cancel()
    sentences = [one for person in found for one in person.sentences]
    steps = [one for person in found for one in person.steps]
    return {
        "people": people,
        "hasty tabs without cookies": tabs,
        "seconds": seconds,
        "a sentence every": every,
        "variants": len(found[0].drawn["maps"]),
        "sentences": len(sentences),
        "sentence, ms": summary(sentences),
        "step, ms": summary(steps),
        "told to wait": sum(bool(person.told) for person in found),
        "memory, MB": round(await memory),
    }


def main() -> None:
    """Read the options, start the app, and measure."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--people", type=int, nargs="+", default=[10, 25, 50])
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument(
        "--tabs", type=int, default=0, help="of one more person, without cookies, who never waits"
    )
    parser.add_argument("--every", type=float, default=10, help="seconds between two sentences")
    here = Path(__file__).parent.parent
    parser.add_argument("--checkout", type=Path, default=here, help="whose app is measured")
    args = parser.parse_args()
    if max(args.people) > MOST_PEOPLE or args.seconds > MOST_SECONDS:
        parser.error(f"at most {MOST_PEOPLE} people and {MOST_SECONDS} seconds")
    with started(args.checkout) as app:
        found = [
            asyncio.run(crowd(app, n, args.every, args.seconds, args.tabs)) for n in args.people
        ]
    command = "python benchmarks/load.py --people " + " ".join(map(str, args.people))
    command += f" --tabs {args.tabs}" * bool(args.tabs)
    packages = ("streamlit", "torch", "websockets")
    result.write("load", f"{command} --seconds {args.seconds}", packages, {"crowds": found})


if __name__ == "__main__":
    main()
