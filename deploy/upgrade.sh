#!/bin/sh
# Upgrades to the version in this folder, one process after the other (docs/operations.md, "In containers").
set -eu
cd "$(dirname "$0")/.."
docker compose build --pull
docker compose up -d --wait database
docker compose run --rm migrate
for service in web-1 web-2 worker; do
  docker compose up -d --no-deps --wait "$service"
done
docker compose up -d
