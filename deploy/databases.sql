-- Creates a database and three roles for each service that has a database, as far as they are missing. The
-- migrations of the chart and of docker-compose.yml grant the privileges. From the folder of the repository:
--   TIMBRE_DATABASE_PASSWORD=… psql "$ADMIN_URL" --file deploy/databases.sql
-- The administrator is a superuser, or has CREATEDB and CREATEROLE. All new roles get this password; give each
-- role a password of its own with \password.
\set ON_ERROR_STOP on
\getenv password TIMBRE_DATABASE_PASSWORD
\set services `cat "${TIMBRE_SERVICES_FILE:-deploy/helm/timbre/services.json}"`

create temporary table wanted as
  select value ->> 'database' as name from json_each(:'services'::json)
  where value ->> 'database' is not null;
select format('create role %I login password %L', role, :'password')
  from (select name || '_' || suffix as role
        from wanted, unnest(array['owner', 'app', 'system']) as suffix) as roles
  where not exists (select from pg_roles where rolname = role) \gexec
-- Only a member of the owner role may make it the owner of a database. A superuser does not need the membership.
select format('grant %I to current_user', name || '_owner') from wanted
  where not (select rolsuper from pg_roles where rolname = current_user)
    and not exists (select from pg_database where datname = name) \gexec
select format('create database %I owner %I', name, name || '_owner') from wanted
  where not exists (select from pg_database where datname = name) \gexec
