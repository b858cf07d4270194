#!/bin/sh
# Upgrades to the version in this folder, one process after the other (docs/operations.md, "In containers").
set -eu
cd "$(dirname "$0")/.."
docker compose build --pull
docker compose up -d --wait database
docker compose up -d --no-deps proxy
docker compose run --rm migrate
# The proxy takes the Caddyfile of this version before two versions run at once.
docker compose exec -T proxy caddy reload --config /etc/caddy/Caddyfile
for service in web-1 web-2 worker; do
  docker compose up -d --no-deps --wait "$service"
done
docker compose up -d
