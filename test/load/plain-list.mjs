// The baseline for lists: a plain express 5 + pg service that returns a page of a table, without API keys,
// limits, row-level security, rules or a second process. argv: database URL, table, columns as JSON.
import express from 'express';
import pg from 'pg';

const [, , connectionString, table, json] = process.argv;
/** @type {Record<string, string>} the column types, keyed by column name */
const columns = JSON.parse(json);
const selected = ['id', ...Object.keys(columns).map((name) => `"${name}"`)].join(', ');
const pool = new pg.Pool({ connectionString, max: 8 });
const organization = '00000000-0000-7000-8000-000000000001';

const app = express();
app.disable('x-powered-by');
app.disable('etag');

function toItem(/** @type {Record<string, any>} */ row) {
  /** @type {Record<string, unknown>} */
  const item = {};
  for (const name in columns) {
    const value = row[name];
    if (value !== null) item[name] = columns[name] === 'numeric' ? Number(value) : value;
  }
  return item;
}

app.get('/', async (request, response) => {
  const limit = Number(request.query.limit);
  const { rows } = await pool.query(
    `select ${selected} from ${table} where org_id = $1 order by id desc limit $2`,
    [organization, limit + 1],
  );
  const page = rows.slice(0, limit);
  const hasMore = rows.length > limit;
  const nextCursor = hasMore ? page.at(-1).id : null;
  response.json({ data: page.map(toItem), pagination: { nextCursor, hasMore } });
});

const server = app.listen(0, '127.0.0.1', () =>
  console.log(/** @type {import('node:net').AddressInfo} */ (server.address()).port),
);
