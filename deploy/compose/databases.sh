#!/bin/bash
# Runs once, when the volume of PostgreSQL is empty: a database per service and its three roles. What
# each role may do is granted by deploy/helm/timbre/files/grant.cjs before the migrations.
set -euo pipefail
for database in commerce fiscal_cfdi payroll gateway; do
  for role in owner app system; do
    psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" \
      --command "create role ${database}_$role login password '$POSTGRES_PASSWORD'"
  done
  psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" \
    --command "create database $database owner ${database}_owner"
done
