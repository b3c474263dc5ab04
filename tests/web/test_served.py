"""A server as a program: what it starts ends with the page that asked, and with the server, however that ends."""

from __future__ import annotations

import contextlib
import json
import signal
import socket
import subprocess
import sys
from http.client import HTTPConnection
from urllib.parse import urlsplit

import psutil
import pytest
from tests.waiting import until

from zermelo import cli
from zermelo.web.desk import CORES

HARD = "/api/solve?g=hex:8x8&q=winner&s=600"
PLACES = max(4, CORES)
FORMULAS = "/api/solve?g=hex:7x7&q=within&d=21&e=et&x=caqe&s=600"


def family(pid):
    """The processes that a server has started."""
    try:
        return psutil.Process(pid).children(recursive=True)
    except psutil.NoSuchProcess:
        return []


def alive(process):
    """True for a process that has not ended."""
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def named(process):
    """The name of a process; empty when it has just ended."""
    try:
        return process.name()
    except psutil.NoSuchProcess:
        return ""


def working(pid):
    """The processes of a server beside the one that forks, those that have ended left out."""
    return [each for each in family(pid)[1:] if alive(each)]


def opened(address, path):
    """A request under way: its connection, of which the first event has been read."""
    connection = HTTPConnection(urlsplit(address).netloc, timeout=60)
    connection.request("GET", path)
    reply = connection.getresponse()
    assert reply.status == 200
    assert reply.readline().startswith(b"event: told")
    return connection


@pytest.mark.parametrize("path", [HARD, FORMULAS])
def test_work_ends_with_its_page(served, path):
    """A page that goes takes its workers with it, and the solvers they have started; the server goes on."""
    pid = served.process.pid
    connection = opened(served.address, path)
    until(lambda: working(pid), "a worker")
    if path is FORMULAS:
        until(lambda: any(alive(each) and "caqe" in named(each) for each in family(pid)), "a solver")
    connection.close()
    until(lambda: not working(pid), "its end")
    HTTPConnection(urlsplit(served.address).netloc, timeout=60).connect()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_no_process_is_left(served, number):
    """Whatever ends the server ends all that it has started."""
    pid = served.process.pid
    connections = [opened(served.address, HARD) for _ in range(2)]
    until(lambda: len(working(pid)) >= 2, "two workers")
    started = family(pid)
    assert len(started) >= 3
    served.process.send_signal(number)
    served.process.wait(30)
    until(lambda: not any(map(alive, started)), "their end")
    if number is not signal.SIGKILL:
        assert served.process.returncode == 0
    for each in connections:
        each.close()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_quiet_end(capfd, served, number):
    """Those who wait are told that the server ends, in a stream and on a page; the terminal is told nothing."""
    host, port = urlsplit(served.address).netloc.split(":")
    slow = socket.create_connection((host, int(port)))
    slow.sendall(b"POST /make HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nx")
    page = HTTPConnection(host, int(port), timeout=60)
    page.request("GET", "/answer?g=hex:8x8&q=winner&s=50")
    stream = HTTPConnection(host, int(port), timeout=60)
    stream.request("GET", HARD)
    events = stream.getresponse()
    assert events.readline().startswith(b"event: told")
    until(lambda: len(working(served.process.pid)) >= 2, "two workers")
    served.process.send_signal(number)
    assert b'"error": "the server is ending"' in events.read()
    reply = page.getresponse()
    assert (reply.status, b"the server is ending" in reply.read()) == (503, True)
    assert served.process.wait(30) == 0
    for each in (slow, page, stream):
        each.close()
    assert capfd.readouterr().err == ""


def test_one_question_does_not_stop_another(served):
    """While all places for questions are taken, others wait in a queue that they see, and clicks are served."""
    first = [opened(served.address, HARD) for _ in range(PLACES)]
    host = urlsplit(served.address).netloc
    waiting = HTTPConnection(host, timeout=60)
    waiting.request("GET", HARD)
    reply = waiting.getresponse()
    assert reply.readline() == b"event: told\n"
    assert b'"before": ' in reply.readline()
    click = HTTPConnection(host, timeout=60)
    click.request("GET", "/api/view?g=ttt")
    assert click.getresponse().status == 200
    for each in (waiting, *first):
        each.close()
    until(lambda: not working_beside_clicks(served.process.pid), "the end of all questions")


def working_beside_clicks(pid):
    """The workers of questions: those that use the processor."""
    found = []
    for each in working(pid):
        with contextlib.suppress(psutil.NoSuchProcess):
            if each.cpu_percent(0.01) > 50:
                found.append(each)
    return found


def test_memory_is_bounded(served):
    """A worker that wants more memory than it may have is an error of one line."""
    host = urlsplit(served.address).netloc
    text = "#version\n#positions\n" + " ".join(f"x{n}" for n in range(3000)) + "\n#blackwins\n" + "x1 x2\n" * 20000
    connection = HTTPConnection(host, timeout=60)
    body = text.encode()
    connection.request("POST", "/make", body, {"content-type": "application/x-www-form-urlencoded"})
    assert connection.getresponse().status in (303, 413, 422, 504, 507)


def test_slow_and_broken_requests(long_served):
    """Bytes that are no request, or never become one, do not stop others."""
    host, port = urlsplit(long_served.address).netloc.split(":")
    slow = [socket.create_connection((host, int(port))) for _ in range(20)]
    for each in slow:
        each.sendall(b"POST /make HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nx")
    broken = socket.create_connection((host, int(port)))
    broken.sendall(b"\x00\xff GET / nonsense\r\n\r\n")
    assert b"400" in broken.recv(100)
    connection = HTTPConnection(f"{host}:{port}", timeout=60)
    connection.request("GET", "/?home=1")
    assert connection.getresponse().status == 200
    connection.close()
    for each in (*slow, broken):
        each.close()


def test_long_addresses(long_served):
    """A long address is refused."""
    host = urlsplit(long_served.address).netloc
    connection = HTTPConnection(host, timeout=60)
    connection.request("GET", "/game?g=" + "x" * 100_000)
    assert connection.getresponse().status in (400, 414, 422, 431)


@pytest.mark.parametrize("token", ["a&b c=d#x, 1+1=2; 50%", '€"\\t/er,'])
def test_the_address_with_a_token(token):
    """The printed address lets in whoever opens it, whatever the token is; so do its cookie, and a header."""
    command = [sys.executable, "-m", "zermelo", "serve", "--port", "0", "--json", "--token", token]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        printed = urlsplit(json.loads(process.stdout.readline())["address"])
        connection = HTTPConnection(printed.netloc, timeout=60)
        try:
            connection.request("GET", f"{printed.path}?{printed.query}")
            reply = connection.getresponse()
            reply.read()
            cookie = (reply.headers["set-cookie"] or "").partition("; ")[0]
            connection.request("GET", "/", headers={"Cookie": cookie})
            served = connection.getresponse()
            served.read()
            connection.request("GET", "/", headers={"Authorization": f"Bearer {token}".encode()})
            borne = connection.getresponse()
        finally:
            connection.close()
            process.send_signal(signal.SIGINT)
            process.wait(30)
    assert (reply.status, served.status, borne.status) == (303, 200, 200)


def test_the_command(tmp_path, capsys):
    """Mistakes of one line; a file that is served as the text it holds."""
    assert cli.run(["serve", "--host", "0.0.0.0"]) == 2
    assert "--token" in capsys.readouterr().err
    assert cli.run(["serve", "--host", "0.0.0.0", "--token", "short"]) == 2
    assert cli.run(["serve", "nonsense"]) == 2
    capsys.readouterr()
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        assert cli.run(["serve", "--port", str(taken.getsockname()[1])]) == 2
    assert "free" in capsys.readouterr().err
    path = tmp_path / "mine.hex"
    path.write_text("3x3 b[b2]")
    command = [sys.executable, "-m", "zermelo", "serve", str(path), "--port", "0", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        connection = HTTPConnection("127.0.0.1", int(line.split('"port": ')[1].rstrip("}\n")), timeout=60)
        connection.request("GET", "/")
        reply = connection.getresponse()
        assert reply.status == 303
        assert reply.headers["location"].startswith("/game?t=")
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 0
