# Arguments: seconds of processor time, blocks of 512 bytes a file, KiB of address space or 0, processes or 0, and the
# program with its arguments. The shell stays and passes the status on, so that signals keep their meaning below it.
ulimit -c 0
ulimit -t "$1" || exit 125
ulimit -f "$2" || exit 125
[ "$3" = 0 ] || ulimit -v "$3" || exit 125
[ "$4" = 0 ] || ulimit -u "$4" 2>/dev/null || ulimit -p "$4" || exit 125
shift 4
# Whoever watches must get the processor however many are below.
nice -n 10 "$@"
exit $?
