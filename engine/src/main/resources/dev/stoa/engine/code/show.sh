# Arguments: the folder to keep, what to show (one path a line), the folders to empty if they are in it, the text of the
# command stoa or nothing, and the program with its arguments. Runs as root of fresh user, mount and process namespaces.
# Makes a root that holds what is listed, read-only, a few devices, an empty /tmp and the first folder; nothing else is
# there.
work=$1 show=$2 hide=$3 launcher=$4
shift 4
# The system's own tools first: a path may name the folder, in which others write.
typed=$PATH
PATH=/usr/sbin:/usr/bin:/sbin:/bin:$PATH
drop=$(command -v setpriv) || exit 125
cd "$work" && exec 3<. 4</dev || exit 125
root=$work
mount -t tmpfs -o size=1m,mode=755 tmpfs "$root" || exit 125
mkdir -p "$root/proc" "$root/dev" "$root/tmp" "$root/old" || exit 125
mount -t tmpfs -o size=16m,mode=1777 tmpfs "$root/tmp" || exit 125
words=$IFS IFS='
'
set -f
for path in $show; do
  mkdir -p "$root${path%/*}" || exit 125
  if [ -h "$path" ]; then
    ln -s "$(readlink "$path")" "$root$path" || exit 125
    continue
  elif [ -d "$path" ]; then
    mkdir -p "$root$path"
  else
    : >"$root$path"
  fi && mount --rbind "$path" "$root$path" || exit 125
done
for folder in $hide; do
  [ ! -d "$root$folder" ] || mount -t tmpfs -o size=64k,mode=755 tmpfs "$root$folder" || exit 125
done
set +f
IFS=$words
if [ -n "$launcher" ]; then
  # Its user is root here, which many programs look up.
  mkdir -p "$root/run/stoa/bin" "$root/etc" && printf '%s\n' "$launcher" >"$root/run/stoa/bin/stoa" &&
    chmod 755 "$root/run/stoa/bin/stoa" && printf 'root:x:0:0::%s:/bin/sh\n' "$work" >"$root/etc/passwd" &&
    echo root:x:0: >"$root/etc/group" || exit 125
fi
mount --rbind /proc "$root/proc" || exit 125
for node in null zero full random urandom; do
  : >"$root/dev/$node" && mount -c --bind "/proc/self/fd/4/$node" "$root/dev/$node" || exit 125
done
ln -s /proc/self/fd "$root/dev/fd" && ln -s fd/0 "$root/dev/stdin" && ln -s fd/1 "$root/dev/stdout" &&
  ln -s fd/2 "$root/dev/stderr" || exit 125
mkdir -p "$root$work" && mount -c --bind /proc/self/fd/3 "$root$work" || exit 125
exec 3<&- 4<&-
cd "$root" && pivot_root . old && cd / && umount -l /old && rmdir /old || exit 125
while read -r _ target _; do
  target=$(printf '%b' "$target")
  [ "$target" = "$work" ] || [ "$target" = /tmp ] || mount -o remount,bind,ro "$target" 2>/dev/null ||
    [ "$target" != / ] || exit 125
done </proc/self/mounts
cd "$work" || exit 125
# Without capabilities nothing of this can be undone.
PATH=$typed
exec "$drop" --no-new-privs --bounding-set=-all --inh-caps=-all "$@"
