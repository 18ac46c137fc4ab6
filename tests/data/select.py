"""Chooses the lines that the tests need from full sets of vectors, verdicts and captures.

    python3 select.py VECTORS CAPTURES

VECTORS and CAPTURES are folders of .jsonl files. Writes vectors.jsonl, verdicts.jsonl and
captures.jsonl beside this file: every message at its newest version, every version of headers and
data, what is odd, one line of each mutation, and one small frame of each API and direction.
"""

import json
import pathlib
import sys

HERE = pathlib.Path(__file__).parent
ODD = {
    ("ListClientMetricsResourcesRequest", 0), ("ListClientMetricsResourcesResponse", 0),
    ("ControlledShutdownRequest", 0), ("ApiVersionsResponse", 0), ("ApiVersionsResponse", 3),
    ("VoteRequest", 0), ("VoteRequest", 1), ("TxnOffsetCommitRequest", 3),
    ("AlterClientQuotasRequest", 0), ("DescribeClientQuotasResponse", 0),
    ("ProduceRequest", 2), ("FetchResponse", 3), ("FetchResponse", 12), ("MetadataResponse", 0),
    ("MetadataResponse", 9), ("JoinGroupRequest", 5), ("DescribeGroupsResponse", 4),
}
LONGEST = 1600


def lines(path):
    for text in path.read_text().splitlines():
        yield text, json.loads(text)


def write(name, chosen):
    (HERE / name).write_text("".join(text + "\n" for text in chosen))


def vectors(folder):
    newest = {}
    random = list(lines(folder / "random.jsonl"))
    for _, line in random:
        newest[line["message"]] = max(newest.get(line["message"], 0), line["version"])

    def is_wanted(line):
        name, version = line["message"], line["version"]
        is_extra = line["type"] in ("header", "data") or (name, version) in ODD
        return newest[name] == version or is_extra

    best = {}
    for text, line in random:
        pair = line["message"], line["version"]
        # The second of each pair has the unknown tags.
        if is_wanted(line) and len(text) < LONGEST and (pair not in best or line["n"] == 1):
            best[pair] = text
    for text, line in lines(folder / "smallest.jsonl"):
        pair = line["message"], line["version"]
        if is_wanted(line) and pair not in best:
            best[pair] = text
    write("vectors.jsonl", best.values())


def verdicts(folder):
    best = {}
    for text, line in lines(folder / "verdicts.jsonl"):
        kind = line["mutation"], line["java"]["verdict"], line["kafka"]
        if len(text) < LONGEST and (kind not in best or len(text) < len(best[kind])):
            best[kind] = text
    write("verdicts.jsonl", best.values())


def captures(folder):
    best = {}
    for path in sorted(folder.glob("*.jsonl")):
        for text, line in lines(path):
            what = line["dir"], line["api_key"]
            if "trailing_bytes" in line:
                what += ("trailing", line["api_version"])
            for batch in line.get("batches", []):
                best.setdefault((what, batch), text)
                if len(text) < len(best[what, batch]):
                    best[what, batch] = text
            if len(text) < LONGEST and (what not in best or len(text) > len(best[what])):
                best[what] = text
    chosen = {text for text in best.values() if len(text) < 2 * LONGEST}
    order = lambda text: (lambda line: (line["api_key"], line["dir"], text))(json.loads(text))
    write("captures.jsonl", sorted(chosen, key=order))


if __name__ == "__main__":
    vectors(pathlib.Path(sys.argv[1]))
    verdicts(pathlib.Path(sys.argv[1]))
    captures(pathlib.Path(sys.argv[2]))
