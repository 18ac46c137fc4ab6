#!/bin/sh
# Instructions of one call of our own code, for all cases whose name contains an argument:
#   benches/quick.sh metadata/        benches/quick.sh /encode        benches/quick.sh
# To see in which functions they are spent: benches/quick.sh --profile metadata/visit
set -eu
cd "$(dirname "$0")/.."
# Incremental builds inline otherwise, and so count otherwise.
CARGO_INCREMENTAL=0 cargo build -q --release -p kafka-codec-benches
target=$(cargo metadata --format-version 1 --no-deps | sed 's/.*"target_directory":"\([^"]*\)".*/\1/')
program=$target/release/kafka-codec-benches
if [ "${1-}" = --profile ]; then
    shift
    out=$(mktemp)
    valgrind -q --tool=callgrind --toggle-collect=kafka_codec_benches::instructions::measured \
        --callgrind-out-file="$out" "$program" --under-valgrind "$@"
    callgrind_annotate "$out" | sed -n '/^Ir/,$p' | head -40
    rm "$out"
else
    "$program" --instructions "$@"
fi
