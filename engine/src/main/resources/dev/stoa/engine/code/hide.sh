# Arguments: the folder to keep, the folders to show empty (one a line), and the program with its arguments.
# Runs as root of fresh user, mount, process and network namespaces. Leaves everything read-only but the first folder.
work=$1 hide=$2
shift 2
cd "$work" && exec 3<. 4</dev || exit 125
while read -r _ target _; do
  # Points of a mount that is covered by another cannot be reached, and need not be.
  mount -o remount,bind,ro "$(printf '%b' "$target")" 2>/dev/null || [ "$target" != / ] || exit 125
done </proc/self/mounts
mount -t tmpfs -o size=64k,mode=755 tmpfs /dev || exit 125
for node in null zero full random urandom; do
  : >"/dev/$node" && mount -c --bind "/proc/self/fd/4/$node" "/dev/$node" || exit 125
done
ln -s /proc/self/fd /dev/fd && ln -s fd/0 /dev/stdin && ln -s fd/1 /dev/stdout && ln -s fd/2 /dev/stderr || exit 125
mount -o remount,bind,ro /dev || exit 125
words=$IFS IFS='
'
set -f
for folder in $hide; do
  mount -t tmpfs -o size=64k,mode=755 tmpfs "$folder" || exit 125
done
mkdir -p "$work" && mount -c --bind /proc/self/fd/3 "$work" && mount -o remount,bind,rw "$work" || exit 125
for folder in $hide; do
  mount -o remount,bind,ro "$folder" || exit 125
done
set +f
IFS=$words
exec 3<&- 4<&-
cd "$work" || exit 125
# Without capabilities nothing of this can be undone.
exec setpriv --no-new-privs --bounding-set=-all --inh-caps=-all "$@"
