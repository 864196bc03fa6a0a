#!/bin/sh
# Takes the work that was handed to it, says what it has found, and asks the lookout to look again.
task=$(stoa task claim | sed -n 's/^task \([^ ]*\) is yours.*/\1/p')
if [ -z "$task" ]; then
    echo "Nothing is to be mended."
    exit
fi

cause="Till 3 keeps its connection open over night; the pool closes it at 02:00."
stoa knowledge add shop/tills "$cause" --source "task:$task" >/dev/null
stoa task done "$task" --output "$cause" >/dev/null
echo "Mended: $cause @lookout, please look again."
