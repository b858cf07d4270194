#!/bin/sh
# Puts the database back to the last moment in $BACKUPS, or to the moment given, such as '2026-11-26 09:30:00+05'. Run it as root
# while the database and its backups are stopped. What was there is kept beside it.
set -eu
moment="${1:-}"
now="$BACKUPS/current"

if pg_isready --quiet; then
  echo "The database is running. Stop everything first." >&2
  exit 1
fi
# A restore before this one may have ended without a database, such as one to a moment later than the last change.
if [ ! -d "$now" ]; then
  last=$(find "$BACKUPS" -mindepth 1 -maxdepth 1 -name 'before-*' | sort | tail -n 1)
  if [ -n "$last" ]; then mv "$last" "$now"; fi
fi
base=''
for folder in "$now"/base/*Z; do
  ended=$(basename "$folder" | sed -E 's/T(..)(..)(..)Z/ \1:\2:\3Z/')
  if [ -d "$folder" ] && { [ -z "$moment" ] || [ "$(date -d "$ended" +%s)" -lt "$(date -d "$moment" +%s)" ]; }; then
    base=$(basename "$folder")
  fi
done
if [ -z "$base" ]; then
  echo "There is no backup${moment:+ from before $moment} in $now/base." >&2
  exit 1
fi

suffix=''
until [ -n "$suffix" ] && [ ! -e "$BACKUPS/$suffix" ] && [ ! -e "$PGDATA.$suffix" ]; do
  # The name has the second, and another series of backups may have ended in the same one.
  sleep 1
  suffix="before-$(date -u +%Y-%m-%dT%H%M%SZ)"
done
# The last lines change places. A failure before them leaves database and backups where they were.
unfinished="$PGDATA.unfinished"
rm -rf "$unfinished"
mkdir -p "$unfinished"
chmod 700 "$unfinished"
tar --extract --gzip --file="$now/base/$base/base.tar.gz" --directory="$unfinished"
tar --extract --gzip --file="$now/base/$base/pg_wal.tar.gz" --directory="$unfinished/pg_wal"
# Also the database itself removes these settings once it has read all changes. A standby that is copied from it would take them over.
forget='sed -Ei "/^(restore_command|recovery_|hot_standby )/d" postgresql.auto.conf'
(cd "$unfinished" && eval "$forget")
wal="$BACKUPS/$suffix/wal"
{
  echo "restore_command = 'cp $wal/%f %p || cp $wal/%f.partial %p'"
  echo "recovery_target_action = 'promote'"
  # It takes no connection, and is not healthy, before all changes are read.
  echo "hot_standby = off"
  echo "recovery_end_command = '$forget'"
  if [ -n "$moment" ]; then echo "recovery_target_time = '$moment'"; fi
} >>"$unfinished/postgresql.auto.conf"
touch "$unfinished/recovery.signal"
chown -R postgres: "$unfinished"
# The restored database begins a new series of backups.
mv "$now" "$BACKUPS/$suffix"
if [ -e "$PGDATA" ]; then mv "$PGDATA" "$PGDATA.$suffix"; fi
mv "$unfinished" "$PGDATA"
echo "restored from $base; the database reads the changes since then when it starts"
