#!/bin/sh
# Puts the database back to the last moment in $BACKUPS, or to the moment given, such as '2026-11-26 09:30:00+05'. Run it as root
# while the database and its backups are stopped. What was there is kept beside it.
set -eu
moment="${1:-}"
now="$BACKUPS/current"
suffix="before-$(date -u +%Y-%m-%dT%H%M%SZ)"

if pg_isready --quiet; then
  echo "The database is running. Stop everything first." >&2
  exit 1
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

if [ -e "$PGDATA" ]; then mv "$PGDATA" "$PGDATA.$suffix"; fi
# The restored database begins a new series of backups.
mv "$now" "$BACKUPS/$suffix"
mkdir -p "$PGDATA"
chmod 700 "$PGDATA"
tar --extract --gzip --file="$BACKUPS/$suffix/base/$base/base.tar.gz" --directory="$PGDATA"
tar --extract --gzip --file="$BACKUPS/$suffix/base/$base/pg_wal.tar.gz" --directory="$PGDATA/pg_wal"
wal="$BACKUPS/$suffix/wal"
sed -i '/^restore_command\|^recovery_target/d' "$PGDATA/postgresql.auto.conf"
{
  echo "restore_command = 'cp $wal/%f %p || cp $wal/%f.partial %p'"
  echo "recovery_target_action = 'promote'"
  if [ -n "$moment" ]; then echo "recovery_target_time = '$moment'"; fi
} >>"$PGDATA/postgresql.auto.conf"
touch "$PGDATA/recovery.signal"
chown -R postgres: "$PGDATA"
echo "restored from $base; the database reads the changes since then when it starts"
