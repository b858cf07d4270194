#!/bin/sh
# Keeps copies of the database in $BACKUPS: one of all files each day, and every change since, within seconds, as write-ahead log.
# Those older than $KEEP_DAYS are deleted. The database is that of PGHOST, PGUSER and PGPASSWORD.
set -eu
if [ "$(id -u)" = 0 ]; then
  chown postgres: "$BACKUPS"
  exec setpriv --reuid=postgres --regid=postgres --clear-groups sh "$0"
fi

now="$BACKUPS/current"
mkdir -p "$now/base" "$now/wal"
chmod 700 "$now"

# It connects again by itself. The database keeps for the slot what was not yet copied.
pg_receivewal --slot=backups --create-slot --if-not-exists --directory="$now/wal"
pg_receivewal --slot=backups --synchronous --directory="$now/wal" &
copying=$!
waiting=''
trap 'kill $copying $waiting; wait; exit 0' TERM INT

while kill -0 $copying; do
  rm -rf "$now"/base/*.unfinished
  if [ -z "$(find "$now/base" -mindepth 1 -maxdepth 1 -mmin -1440)" ]; then
    name=$(date -u +%Y-%m-%dT%H%M%SZ)
    if pg_basebackup --pgdata="$now/base/$name.unfinished" --format=tar --gzip --wal-method=stream --checkpoint=fast; then
      mv "$now/base/$name.unfinished" "$now/base/$name"
      echo "backed up: $name"
      find "$now/base" -mindepth 1 -maxdepth 1 -mtime "+$KEEP_DAYS" -exec rm -rf {} +
      # A day more than the copies of all files, which need the changes since they began.
      find "$now/wal" -type f -mtime "+$((KEEP_DAYS + 1))" -delete
    fi
  fi
  sleep 60 &
  waiting=$!
  wait $waiting
done
echo 'the copying of changes ended' >&2
exit 1
