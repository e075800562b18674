"""Headless Chromium over its debugging pipe: what a page measures at a width, and how it looks there."""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

NARROW, WIDE = 390, 1280
FLAGS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--remote-debugging-pipe"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync", "--hide-scrollbars"),
    *("--disable-dev-shm-usage", "--disable-extensions", "--no-default-browser-check", "--mute-audio"),
)
MEASURE = """
(() => {
  document.querySelectorAll('details').forEach(d => { d.open = true; });
  const small = [], odd = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode.textContent.trim(), element = walker.currentNode.parentElement;
    if (!text || !element.getClientRects().length || ['STYLE', 'TITLE', 'title'].includes(element.tagName)) continue;
    const svg = element.closest('svg');
    const size = parseFloat(getComputedStyle(element).fontSize) * (svg ? svg.getScreenCTM().a : 1);
    if (size < 11.99) small.push(`${size}: ${text}`);
  }
  for (const svg of document.querySelectorAll('svg')) {
    const room = svg.getBoundingClientRect();
    const texts = [...svg.querySelectorAll('text')].map(t => [t.textContent, t.getBoundingClientRect()]);
    texts.forEach(([text, a], i) => {
      if (a.left < room.left - 1 || a.right > room.right + 1 || a.bottom > room.bottom + 1) odd.push(`cut: ${text}`);
      for (const [other, b] of texts.slice(i + 1)) {
        const over = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (over > 1 && high > 4) odd.push(`overlap: ${text} / ${other}`);
      }
    });
  }
  const page = document.scrollingElement;
  return { scrollWidth: page.scrollWidth, height: page.scrollHeight, small, odd,
           fetched: performance.getEntriesByType('resource').map(e => e.name) };
})()
"""


def chromium() -> str | None:
    """Where the browser is, if there is one."""
    names = ("chromium", "chromium-browser", "google-chrome")
    return next((found for name in names if (found := shutil.which(name))), None)


class Browser:
    """A running browser with one page."""

    def __init__(self, reads: int, writes: int) -> None:
        self._reads, self._writes = reads, writes
        self._number, self._left, self._session = 0, b"", ""
        target = self._call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self._call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self._call("Page.enable")

    def measured(self, page: Path, width: int) -> dict[str, Any]:
        """Open a page at a width and return what MEASURE finds, all details unfolded."""
        self._open(page, width, "light")
        found = self._call("Runtime.evaluate", expression=MEASURE, returnByValue=True)
        value: dict[str, Any] = found["result"]["value"]
        return value

    def screenshot(self, page: Path, width: int, to: Path, scheme: str = "light", most: int = 16_000) -> None:
        """Write a picture of the page, from its top down to ``most`` px."""
        self._open(page, width, scheme)
        expression = "document.scrollingElement.scrollHeight"
        high = self._call("Runtime.evaluate", expression=expression, returnByValue=True)["result"]["value"]
        clip = {"x": 0, "y": 0, "width": width, "height": min(high, most), "scale": 1}
        shot = self._call("Page.captureScreenshot", format="png", clip=clip, captureBeyondViewport=True)
        to.write_bytes(base64.b64decode(shot["data"]))

    def _open(self, page: Path, width: int, scheme: str) -> None:
        self._call(
            "Emulation.setDeviceMetricsOverride", width=width, height=844, deviceScaleFactor=1, mobile=width < 500
        )
        self._call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        self._call("Page.navigate", url=page.resolve().as_uri())
        while self._next().get("method") != "Page.loadEventFired":
            pass

    def _call(self, method: str, **parameters: Any) -> dict[str, Any]:
        self._number += 1
        message = {"id": self._number, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._writes, json.dumps(message).encode() + b"\0")
        while (found := self._next()).get("id") != self._number:
            pass
        if "error" in found:
            raise RuntimeError(f"{method}: {found['error']['message']}")
        result: dict[str, Any] = found["result"]
        return result

    def _next(self) -> dict[str, Any]:
        while b"\0" not in self._left:
            more = os.read(self._reads, 1 << 20)
            if not more:
                raise RuntimeError("the browser ended")
            self._left += more
        one, _, self._left = self._left.partition(b"\0")
        message: dict[str, Any] = json.loads(one)
        return message


@contextmanager
def browsing(program: str) -> Iterator[Browser]:
    """Start a browser with a profile of its own, and end it."""
    to_child, from_us = os.pipe()
    from_child, to_us = os.pipe()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        # The browser reads commands from file 3 and writes to file 4.
        command = ["bash", "-c", f'exec "$@" 3<&{to_child} 4>&{to_us}', "bash", program, *FLAGS]
        running = subprocess.Popen(
            [*command, f"--user-data-dir={profile}"],
            pass_fds=(to_child, to_us),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(to_child)
        os.close(to_us)
        try:
            yield Browser(from_child, from_us)
        finally:
            os.close(from_us)
            os.close(from_child)
            running.terminate()
            running.wait(10)
