#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Checks hash chains by conformance/chain.md alone: check_chain.py (VECTORS.txt | DATABASE.db)...
import hashlib
import pathlib
import sqlite3
import struct
import sys

TABLES = {}
for line in (pathlib.Path(__file__).parent / "chain.md").read_text().splitlines():
    cells = [cell.strip().replace("`", "") for cell in line.strip("|").split("|")]
    if len(cells) == 3 and cells[0].islower() and cells[0] != "table" and cells[0].isalpha():
        TABLES[cells[0]] = (cells[1].split(), cells[2].split())
OF_RUN = {"protocol": "digest = (SELECT protocol FROM run WHERE key = ?)", "run": "key = ?",
          "device": "digest IN (SELECT device FROM invocation WHERE run = ?)"}


def written(value):
    if value is None:
        return b"n"
    if isinstance(value, int):
        return b"i%d" % value
    if isinstance(value, float):
        return b"r" + struct.pack(">d", value).hex().encode()
    return b"t%d:%s" % (len(value), value)


def rows_of(connection, run, line):
    table, *values = line.split(" ")
    keys, columns = TABLES[table]
    where = [OF_RUN.get(table, "run = ?")] + [f"{key} = ?" for key in keys[:len(values)]]
    order = " ORDER BY " + ", ".join(keys) if keys else ""
    query = f"SELECT {', '.join(columns)} FROM {table} WHERE {' AND '.join(where)}{order}"
    return [b" ".join([table.encode(), *map(written, row)]) for row in connection.execute(query, (run, *values))]


def check_run(connection, run, protocol):
    previous, covered = protocol, []
    links = connection.execute("SELECT sequence, coalesce(invocation, '-'), coalesce(round, '-'), rows, digest "
                               "FROM link WHERE run = ? ORDER BY sequence", (run,)).fetchall()
    for number, (sequence, invocation, round_, rows, digest) in enumerate(links):
        rows = rows.decode()
        here = [row for line in rows.splitlines() for row in rows_of(connection, run, line)]
        head = f"membound-link-1\n{previous}\n{sequence} {text(invocation)} {text(round_)}\n{rows}\n".encode()
        if sequence != number or hashlib.sha256(head + b"".join(row + b"\n" for row in here)).hexdigest() != text(digest):
            return f"link {sequence} is wrong"
        covered += here
        previous = text(digest)
    stored = [row for table in TABLES for row in rows_of(connection, run, table)]
    devices = [row for row in covered if row.startswith(b"device ")]
    others = [row for row in covered if not row.startswith(b"device ")]
    if sorted(others + sorted(set(devices))) != sorted(stored):
        return "rows and links do not cover each other"
    return None if links else "no chain"


def text(value):
    return value.decode() if isinstance(value, bytes) else str(value)


def check_database(path):
    connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    connection.text_factory = bytes
    problems, heads = [], 0
    for key, name, protocol in connection.execute("SELECT key, id, protocol FROM run").fetchall():
        heads += 1
        problem = check_run(connection, key, text(protocol))
        if problem:
            problems.append(f"{path}: run {text(name)}: {problem}")
    return problems or ([] if heads else [f"{path}: no run"])


def check_vectors(path):
    data, previous, problems, count = path.read_bytes(), None, [], 0
    while data:
        heading, data = data.split(b"\n", 1)
        _, size, digest = heading.decode().split(" ")
        block, data = data[:int(size)], data[int(size) + 1:]
        if hashlib.sha256(block).hexdigest() != digest:
            problems.append(f"{path}: link {count} has another digest")
        if previous and block.decode().split("\n")[1] != previous:
            problems.append(f"{path}: link {count} follows another link")
        previous, count = digest, count + 1
    return problems or ([] if count else [f"{path}: no link"])


def main():
    problems = []
    for argument in map(pathlib.Path, sys.argv[1:]):
        problems += check_vectors(argument) if argument.suffix == ".txt" else check_database(argument)
    print("\n".join(problems) or "every link is right")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
