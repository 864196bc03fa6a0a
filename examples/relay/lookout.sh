#!/bin/sh
# An agent in one page: reads a log, and hands every problem in it to the mender. Its prompt is on standard input, what
# it prints is its answer, and it acts by the same commands as a person.
log=$(dirname "$0")/till.log

problems=$(grep ' ERROR ' "$log")
if [ -f told ] || [ -z "$problems" ]; then
    echo "All tills are quiet."
    exit
fi

problem=${problems##*ERROR }
stoa note add "Seen in till.log: $problem" --topic watch >/dev/null
stoa message handoff "$STOA_CHANNEL" mender "Find out why: $problem" >/dev/null
touch told
echo "I found a problem and gave it to the mender."
