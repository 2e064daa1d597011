#!/bin/bash
# Runs once, when the volume of PostgreSQL is empty: a database per service and its three roles. What
# each role may do is granted by deploy/helm/timbre/files/grant.cjs before the migrations.
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
