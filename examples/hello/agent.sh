#!/bin/sh
# The smallest agent: its prompt comes in on standard input, and what it prints is its answer. Lines that others said
# begin with a bar.
lines=$(grep -c '^| ')
echo "I am $STOA_AGENT in #$STOA_CHANNEL, and was shown $lines lines of it."
