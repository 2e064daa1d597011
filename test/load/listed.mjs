// Builds the baseline for a list of Timbre: a plain list with the same fields and values.
import pg from 'pg';
import { headersOf, startPlainService } from './sales.mjs';

/** The number of copies of the rows of the first page in the plain table. */
const copies = 40;

/**
 * @param {{ baseUrl: string, apiKey: string }} fleet
 * @param {string} path the path of Timbre's list
 * @param {string} adminUrl
 * @param {string} name the name of the database and its table
 * @param {import('./system.mjs').Stops} stops
 */
export async function startPlainList(fleet, path, adminUrl, name, stops) {
  const answer = await fetch(`${fleet.baseUrl}${path}`, {
    headers: headersOf(/** @type {any} */ (fleet)),
  });
  const { data } = await answer.json();
  if (data?.length !== 50) throw new Error(`${path}: ${answer.status}, ${data?.length} entries`);
  const columns = columnsOf(data);
  const url = Object.assign(new URL(adminUrl), { pathname: `/${name}` }).href;
  await inDatabase(adminUrl, (database) => database.query(`create database ${name}`));
  await inDatabase(url, async (database) => {
    const defined = Object.entries(columns).map(([column, type]) => `"${column}" ${type}`);
    await database.query(
      `create table ${name} (id uuid primary key default gen_random_uuid(), org_id uuid not null,
         ${defined.join(', ')})`,
    );
    await database.query(`create index on ${name} (org_id, id)`);
    await database.query(
      `insert into ${name} (org_id, ${Object.keys(columns).map((column) => `"${column}"`)})
       select '00000000-0000-7000-8000-000000000001', ${Object.keys(columns).map((column) => `x."${column}"`)}
       from generate_series(1, ${copies}), jsonb_to_recordset($1::jsonb) x (${defined.join(', ')})`,
      [JSON.stringify(data)],
    );
    await database.query('analyze');
  });
  return startPlainService('plain-list.mjs', url, stops, [name, JSON.stringify(columns)]);
}

/**
 * Returns the SQL type of each field in the list entries.
 * @param {Record<string, unknown>[]}
 * entries
 */
function columnsOf(entries) {
  /** @type {Record<string, string>} */
  const types = { number: 'numeric', boolean: 'boolean', object: 'jsonb', string: 'text' };
  const fields = entries.flatMap((entry) => Object.entries(entry));
  return Object.fromEntries(fields.map(([name, value]) => [name, types[typeof value]]));
}

/**
 * @param {string} url
 * @param {(database: pg.Client) => Promise<unknown>} work
 */
export async function inDatabase(url, work) {
  const database = new pg.Client(url);
  await database.connect();
  try {
    await work(database);
  } finally {
    await database.end();
  }
}
