"""Put on a child's path: lets its sockets reach one place and no other, and writes down whatever else they try.

The place, ``127.0.0.1:port`` or nothing, is in WATCH_ALLOWED; the log, one line a try, in WATCH_LOG.
"""

import os
import sys

ALLOWED = os.environ["WATCH_ALLOWED"]
LOG = os.environ["WATCH_LOG"]
TRIES = ("socket.connect", "socket.sendto", "socket.sendmsg", "socket.getaddrinfo", "socket.gethostbyname")


def place_of(event: str, arguments: tuple[object, ...]) -> str:
    """Where a socket is sent to, as ``host:port``."""
    if event == "socket.getaddrinfo":
        return f"{arguments[0]}:{arguments[1]}"
    if event == "socket.gethostbyname":
        return f"{arguments[0]}"
    address = arguments[1]
    return ":".join(map(str, address[:2])) if isinstance(address, tuple) else str(address)


def is_of_this_machine(arguments: tuple[object, ...]) -> bool:
    """Whether the socket is a file of this machine (AF_UNIX), as processes of one program use them."""
    return getattr(arguments[0], "family", None) == 1


def watch(event: str, arguments: tuple[object, ...]) -> None:
    """Refuse and note a connection, a packet or a look-up of a name that is not to the place allowed."""
    if event in TRIES and not is_of_this_machine(arguments) and (place := place_of(event, arguments)) != ALLOWED:
        with open(LOG, "a") as log:  # noqa: PTH123 - nothing is imported for it
            log.write(f"{event} {place}\n")
        raise ConnectionRefusedError(f"{event} {place}: refused by the test")


sys.addaudithook(watch)
