// Does the same as scripts/runtime/databases.mjs without a superuser: it connects as the owner of a database
// that an operator created and as the application role. Usage: node grant.cjs <database>. The command is safe
// to repeat.
const { dirname } = require('node:path');

const database = process.argv[2];
const [owner, app, system] = ['owner', 'app', 'system'].map((role) => `${database}_${role}`);
const defaults = `alter default privileges for role ${owner} in schema public grant`;

async function main() {
  // pg is a dependency of the kit, not of every service.
  const kit = dirname(require.resolve('@timbre/kit/package.json', { paths: [process.cwd()] }));
  const { Client } = require(require.resolve('pg', { paths: [kit] }));
  const run = async (url, sql) => {
    const client = new Client({ connectionString: url });
    await client.connect();
    await client.query(sql);
    await client.end();
  };
  await run(
    process.env.TIMBRE_DATABASE_OWNER_URL,
    `
    revoke all on database ${database} from public;
    grant connect on database ${database} to ${app}, ${system};
    revoke all on schema public from public;
    grant usage on schema public to ${app}, ${system};
    ${defaults} select, insert, update, delete on tables to ${app};
    ${defaults} usage, select on sequences to ${app};
  `,
  );
  await run(
    process.env.TIMBRE_DATABASE_URL,
    `
    alter role ${app} set statement_timeout = '5s';
    alter role ${app} set lock_timeout = '2s';
    alter role ${app} set idle_in_transaction_session_timeout = '15s';
  `,
  );
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
