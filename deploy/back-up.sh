#!/bin/sh
# Keeps copies of the database in $BACKUPS: one of all files each day, and every change since, within seconds, as write-ahead log.
# Those older than $KEEP_DAYS are deleted. The database is that of PGHOST, PGUSER and PGPASSWORD.
set -eu
if [ "$(id -u)" = 0 ]; then
  chown postgres: "$BACKUPS"
  exec setpriv --reuid=postgres --regid=postgres --clear-groups sh "$0"
fi

now="$BACKUPS/current"
sql() { psql --no-align --tuples-only --quiet --dbname=postgres --command="$1"; }

# For this slot the database keeps the changes that are not copied yet. When they become too many, it gives the slot up. Changes are
# missing then, so a new slot begins a new series of backups, with a copy of all files.
sql "select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = 'backups' and wal_status = 'lost'"
if [ -z "$(sql "select slot_name from pg_replication_slots where slot_name = 'backups'")" ]; then
  if [ -d "$now" ]; then mv "$now" "$BACKUPS/before-$(date -u +%Y-%m-%dT%H%M%SZ)"; fi
  # From now on: pg_receivewal itself would make one that keeps nothing before it is used.
  sql "select pg_create_physical_replication_slot('backups', true)" >/dev/null
fi
mkdir -p "$now/base" "$now/wal"
chmod 700 "$now"

# It connects again by itself.
pg_receivewal --slot=backups --synchronous --directory="$now/wal" &
copying=$!
waiting=''
trap 'kill $copying $waiting; wait; exit 0' TERM INT

while kill -0 $copying; do
  rm -rf "$now/base/unfinished"
  if [ -z "$(find "$now/base" -mindepth 1 -maxdepth 1 -mmin -1440)" ]; then
    if pg_basebackup --pgdata="$now/base/unfinished" --format=tar --gzip --wal-method=stream --checkpoint=fast; then
      # A database can be put back to moments after the end of a copy, not to those while it was made.
      name=$(date -u +%Y-%m-%dT%H%M%SZ)
      mv "$now/base/unfinished" "$now/base/$name"
      echo "backed up: $name"
      find "$now/base" -mindepth 1 -maxdepth 1 -mtime "+$KEEP_DAYS" -exec rm -rf {} +
      # A day more than the copies of all files, which need the changes since they began.
      find "$now/wal" -type f -mtime "+$((KEEP_DAYS + 1))" -delete
    fi
  fi
  sleep 60 &
  waiting=$!
  wait $waiting
  status=$(sql "select wal_status from pg_replication_slots where slot_name = 'backups'" || echo unknown)
  if [ "$status" = lost ]; then
    echo 'the database gave up the changes that were not copied: a new series of backups begins' >&2
    kill $copying
    break
  fi
done
echo 'the copying of changes ended' >&2
exit 1
