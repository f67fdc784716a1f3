"""The journal under truncation, damage, full disks and SIGKILL."""

from __future__ import annotations

import errno
import inspect
import os
import random
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest

from simkit.study.runs import journal as journal_file
from simkit.study.runs.journal import Journal, Record, atomic_write, sweep_leftovers

SPEC = b"a scenario, its figures and versions"
RECORDS = [Record(0, 0, 10, b"first"), Record(0, 10, 10, b""), Record(2**64 - 1, 20, 7, bytes(range(40)))]
ENDS = [44, 85, 121, 197]  # of the head and of each record


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal"


@pytest.fixture
def written(path: Path) -> bytes:
    """Bytes of the unbroken file of RECORDS."""
    write(path, RECORDS)
    return path.read_bytes()


def write(path: Path, records: list[Record]) -> None:
    with Journal.open(path, SPEC) as journal:
        for record in records:
            journal.append(record)


def read(path: Path) -> list[Record]:
    with Journal.open(path, SPEC) as journal:
        return list(journal.records)


def test_what_is_written_is_read(path: Path, written: bytes) -> None:
    assert len(written) == ENDS[-1]
    assert read(path) == RECORDS
    assert path.read_bytes() == written


def test_records_are_found_by_key_and_appended_to(path: Path, written: bytes) -> None:
    with Journal.open(path, SPEC) as journal:
        assert len(journal) == 3
        assert journal.keys == [record.key for record in RECORDS]
        assert (0, 10, 10) in journal
        assert (0, 10, 11) not in journal
        assert journal.payload((0, 0, 10)) == b"first"
        with pytest.raises(KeyError):
            journal.payload((9, 9, 9))
        journal.append(Record(1, 0, 10, b"fourth"))
        assert journal.payload((1, 0, 10)) == b"fourth"
    assert read(path) == [*RECORDS, Record(1, 0, 10, b"fourth")]
    assert path.read_bytes().startswith(written)


def test_records_may_be_appended_while_they_are_read(path: Path, written: bytes) -> None:
    with Journal.open(path, SPEC) as journal:
        for record in journal.records:
            journal.append(Record(7, record.first, record.count, record.payload))
        assert len(journal) == 6


def test_the_first_record_of_a_key_counts(path: Path, written: bytes, tmp_path: Path) -> None:
    write(tmp_path / "other", [Record(0, 0, 10, b"second"), Record(5, 0, 1, b"new")])
    path.write_bytes(written + (tmp_path / "other").read_bytes()[ENDS[0] :])
    assert read(path) == [*RECORDS, Record(5, 0, 1, b"new")]
    before = path.read_bytes()
    write(path, [Record(0, 0, 10, b"third")])
    assert path.read_bytes() == before


def test_cut_anywhere_the_whole_records_remain(path: Path, written: bytes) -> None:
    for length in range(len(written)):
        path.write_bytes(written[:length])
        n_whole = sum(end <= length for end in ENDS[1:])
        assert read(path) == RECORDS[:n_whole]
        assert path.read_bytes() == written[: ENDS[n_whole]]


def test_after_a_cut_the_rest_can_be_written_again(path: Path, written: bytes) -> None:
    for length in range(0, len(written), 7):
        path.write_bytes(written[:length])
        write(path, RECORDS)
        assert path.read_bytes() == written


@pytest.mark.parametrize("bit", [0, 7])
def test_a_flipped_bit_anywhere_leaves_the_records_before_it(path: Path, written: bytes, bit: int) -> None:
    for position in range(ENDS[0], len(written)):
        damaged = bytearray(written)
        damaged[position] ^= 1 << bit
        path.write_bytes(damaged)
        assert read(path) == RECORDS[: sum(end <= position for end in ENDS[1:])]


PAGES = random.Random(3).randbytes(3 * 4096 + 5)


@pytest.mark.parametrize("bit", range(8))
def test_a_flipped_bit_anywhere_in_pages_is_found(path: Path, bit: int) -> None:
    write(path, [Record(0, 0, 10, PAGES)])
    written = path.read_bytes()
    for position in range(ENDS[0] + bit, len(written), 61):
        damaged = bytearray(written)
        damaged[position] ^= 1 << bit
        path.write_bytes(damaged)
        assert read(path) == []


@pytest.mark.parametrize(
    "damaged",
    [
        PAGES[4096:8192] + PAGES[:4096] + PAGES[8192:],
        PAGES[:4096] * 2 + PAGES[8192:],
        bytes(4096) + PAGES[4096:],
        PAGES[:8192] + bytes(4096 + 5),
    ],
    ids=["in each other's place", "written twice", "missing", "torn"],
)
def test_pages_that_are_not_as_written_are_found(path: Path, damaged: bytes) -> None:
    write(path, [Record(0, 0, 10, PAGES)])
    assert read(path) == [Record(0, 0, 10, PAGES)]
    path.write_bytes(path.read_bytes().replace(PAGES, damaged))
    assert read(path) == []


def test_threads_read_while_another_writes(path: Path) -> None:
    payloads = [random.Random(number).randbytes(5_000 + number) for number in range(200)]
    with Journal.open(path, SPEC) as journal, ThreadPoolExecutor(3) as pool:
        read_back = []
        for number, payload in enumerate(payloads):
            journal.append(Record(0, number, 1, payload))
            read_back += [pool.submit(journal.payload, (0, earlier, 1)) for earlier in (0, number // 2, number)]
        for number, payload in enumerate(payloads):
            journal.append(Record(1, number, 1, payload))
        found = [answer.result() for answer in read_back]
    wanted = [payloads[earlier] for number in range(200) for earlier in (0, number // 2, number)]
    assert found == wanted


def test_a_flipped_bit_in_the_head_is_refused_and_nothing_is_cut(path: Path, written: bytes) -> None:
    for position in range(ENDS[0]):
        damaged = bytearray(written)
        damaged[position] ^= 1 << position % 8
        path.write_bytes(damaged)
        with pytest.raises(ValueError, match=r"^\S+ is (no|a|the) journal"):
            Journal.open(path, SPEC)
        assert path.read_bytes() == damaged


@pytest.mark.parametrize(
    "tail", [b"\0" * 200, b"x", b"\xff" * 100, b"\0" * 24 + (1 << 62).to_bytes(8, "little") + b"\0" * 16]
)
def test_foreign_bytes_at_the_end_are_cut_off(path: Path, written: bytes, tail: bytes) -> None:
    path.write_bytes(written + tail)
    assert read(path) == RECORDS
    assert path.read_bytes() == written


@pytest.mark.parametrize(
    ("head", "words"),
    [
        (b"game = 'emperor'\n", "is no journal"),
        (b"PAR1" * 30, "is no journal"),
        (b"simkit.j" + (2).to_bytes(4, "little") + b"\0" * 32, "of format 2, and only format 3"),
        (b"simkit.j" + (4).to_bytes(4, "little") + b"\0" * 32, "of format 4, and only format 3"),
    ],
)
def test_other_files_are_refused(path: Path, head: bytes, words: str) -> None:
    path.write_bytes(head)
    with pytest.raises(ValueError, match=words):
        Journal.open(path, SPEC)
    assert path.read_bytes() == head


def test_the_journal_of_another_spec_is_refused(path: Path, written: bytes) -> None:
    with pytest.raises(ValueError, match="another spec"):
        Journal.open(path, SPEC + b"!")
    assert read(path) == RECORDS


def test_a_refused_file_is_not_left_locked(path: Path, written: bytes) -> None:
    for _ in range(2):
        with pytest.raises(ValueError, match="another spec"):
            Journal.open(path, b"")


def test_damage_while_the_journal_is_open_is_never_read_as_a_payload(path: Path, written: bytes) -> None:
    with Journal.open(path, SPEC) as journal:
        path.write_bytes(written.replace(b"first", b"worst"))
        with pytest.raises(OSError, match="damaged while"):
            journal.payload((0, 0, 10))
        assert journal.payload((0, 10, 10)) == b""


def test_a_payload_beyond_the_limit_is_refused(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal_file, "PAYLOAD_BYTES", 4)
    with Journal.open(path, SPEC) as journal:
        journal.append(Record(0, 0, 1, b"1234"))
        with pytest.raises(ValueError, match="5 bytes"):
            journal.append(Record(0, 1, 1, b"12345"))
    assert read(path) == [Record(0, 0, 1, b"1234")]


def test_only_one_run_writes_at_a_time(path: Path) -> None:
    with Journal.open(path, SPEC):
        with pytest.raises(BlockingIOError) as refused:
            Journal.open(path, SPEC)
        assert str(refused.value) == f"another run is writing into {path}"
    with Journal.open(path, SPEC) as journal:
        journal.close()
        assert read(path) == []


# Full disks


@pytest.mark.parametrize("n_written", [0, 1, 48, 60])
def test_a_full_disk_leaves_the_journal_valid(
    path: Path, written: bytes, monkeypatch: pytest.MonkeyPatch, n_written: int
) -> None:
    true_write = os.write
    left = n_written

    def write_until_full(file: int, data: memoryview) -> int:
        nonlocal left
        if not left:
            raise OSError(errno.ENOSPC, "No space left on device")
        n_bytes = true_write(file, data[:left])
        left -= n_bytes
        return n_bytes

    last = Record(8, 0, 10, b"x" * 100)
    with Journal.open(path, SPEC) as journal:
        with monkeypatch.context() as patch:
            patch.setattr(os, "write", write_until_full)
            with pytest.raises(OSError, match="No space left"):
                journal.append(last)
        assert path.read_bytes() == written
        assert last.key not in journal
        journal.append(last)
    assert read(path) == [*RECORDS, last]


def test_a_write_that_is_broken_off_is_gone_on_with(
    path: Path, written: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    true_write = os.write
    monkeypatch.setattr(os, "write", lambda file, data: true_write(file, data[:5]))
    other = path.with_name("other")
    write(other, RECORDS)
    assert other.read_bytes() == written


@contextmanager
def largest_file(n_bytes: int) -> Iterator[None]:
    """Let the system itself refuse to write beyond a size, after part of the record is written."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (n_bytes, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_the_systems_own_refusal_leaves_the_journal_valid(path: Path, written: bytes) -> None:
    last = Record(8, 0, 10, b"x" * 1000)
    with Journal.open(path, SPEC) as journal:
        with largest_file(1000), pytest.raises(OSError, match="File too large"):
            journal.append(last)
        assert path.read_bytes() == written
        journal.append(last)
    assert read(path) == [*RECORDS, last]


def test_the_disk_is_waited_for_once_a_second_and_at_the_end(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now, synced_at = 100.0, list[float]()
    monkeypatch.setattr(time, "monotonic", lambda: now)
    journal = Journal.open(path, SPEC)
    monkeypatch.setattr(os, "fsync", lambda _: synced_at.append(now))
    for number in range(10):
        now = 100.0 + number / 4
        journal.append(Record(0, number, 1, b""))
    journal.close()
    journal.close()
    assert synced_at == [101.0, 102.0, 102.25]


# SIGKILL


def numbered(number: int) -> Record:
    """Give a record that its number determines, of up to 60 kB, so that a kill may tear it."""
    return Record(number % 3, number * 10, 10, number.to_bytes(4, "little") * (number * 7919 % 15_000))


WRITER = f"""
import itertools, sys
from pathlib import Path
from simkit.study.runs.journal import Journal, Record

{inspect.getsource(numbered)}
with Journal.open(Path(sys.argv[1]), {SPEC!r}) as journal:
    print(len(journal), flush=True)
    for number in itertools.count(len(journal)):
        journal.append(numbered(number))
"""


def kill_a_writer(path: Path, after_seconds: float) -> int:
    """Kill a run that goes on with the journal; returns the number of records it found there."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", WRITER, str(path)]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE) as writer:
        assert writer.stdout is not None
        found = int(writer.stdout.readline())
        time.sleep(after_seconds)
        writer.kill()
    assert writer.returncode == -signal.SIGKILL
    return found


def test_a_run_killed_twenty_times_equals_the_unbroken_one(path: Path) -> None:
    moments = random.Random(20)
    found = [kill_a_writer(path, moments.uniform(0, 0.003)) for _ in range(20)]
    assert found == sorted(found)
    with Journal.open(path, SPEC) as journal:
        n_records = len(journal) + 10
        for number in range(len(journal), n_records):
            journal.append(numbered(number))
    assert n_records - 10 >= found[-1] > 0
    unbroken = path.with_name("unbroken")
    write(unbroken, [numbered(number) for number in range(n_records)])
    assert path.read_bytes() == unbroken.read_bytes()


# Atomic files


def test_an_atomic_write_replaces_the_file_for_good(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "manifest.json"
    atomic_write(file, b"old")
    synced: list[int] = []
    monkeypatch.setattr(os, "fsync", lambda descriptor: synced.append(os.fstat(descriptor).st_ino))
    atomic_write(file, b"new")
    assert file.read_bytes() == b"new"
    assert synced == [file.stat().st_ino, tmp_path.stat().st_ino]
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize("failing", ["fsync", "replace"])
def test_an_atomic_write_that_fails_leaves_the_old_file_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failing: str
) -> None:
    def fail(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    file = tmp_path / "manifest.json"
    atomic_write(file, b"old")
    with monkeypatch.context() as patch:
        patch.setattr(os, failing, fail)
        with pytest.raises(OSError, match="No space left"):
            atomic_write(file, b"new")
    assert file.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [file]


def test_what_a_killed_writer_leaves_is_swept_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = [tmp_path / "manifest.json", tmp_path / "notes.tmp-old"]
    for file in kept:
        file.write_bytes(b"kept")
    with monkeypatch.context() as patch:
        patch.setattr(Path, "unlink", lambda *_, **__: None)
        patch.setattr(Path, "replace", lambda *_: sys.exit("killed"))
        with pytest.raises(SystemExit):
            atomic_write(kept[0], b"new")
    assert len(list(tmp_path.iterdir())) == 3
    sweep_leftovers(tmp_path)
    assert sorted(tmp_path.iterdir()) == kept
    assert kept[0].read_bytes() == b"kept"
