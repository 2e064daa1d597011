#!/bin/bash
# Runs once, while the volume of PostgreSQL is empty. Creates a database and three roles for each
# service. deploy/helm/timbre/files/grant.cjs grants their privileges before the migrations.
set -euo pipefail
psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --set password="$POSTGRES_PASSWORD" \
  --set list="${SERVICES_FILE:-/etc/timbre/services.json}" <<'SQL'
create temporary table databases as
  select value ->> 'database' as name from json_each(pg_read_file(:'list')::json)
  where value ->> 'database' is not null;
select format('create role %I login password %L', name || '_' || role, :'password')
  from databases, unnest(array['owner', 'app', 'system']) as role \gexec
select format('create database %I owner %I', name, name || '_owner') from databases \gexec
SQL
