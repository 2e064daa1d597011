// The baseline for contacts: a plain express 5 + pg service without API keys, limits, row-level security,
// validation or a second process. argv: database URL. The service prints its port.
import express from 'express';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.argv[2], max: 8 });
const organization = '00000000-0000-7000-8000-000000000001';
const columns =
  'id, kind, code, legal_name, email, rfc, tax_system, phone, address, cfdi_use, updated_at';

const app = express();
app.disable('x-powered-by');
app.disable('etag');
app.use(express.json());

const toContact = (row) => ({
  contactId: row.id,
  kind: row.kind,
  code: row.code ?? undefined,
  legalName: row.legal_name,
  email: row.email ?? undefined,
  rfc: row.rfc ?? undefined,
  taxSystem: row.tax_system ?? undefined,
  phone: row.phone ?? undefined,
  address: row.address ?? undefined,
  cfdiUse: row.cfdi_use ?? undefined,
  updatedAt: row.updated_at,
});

app.get('/v1/contacts', async (request, response) => {
  const limit = Number(request.query.limit ?? 20);
  const { rows } = await pool.query(
    `select ${columns} from plain_contacts where org_id = $1 order by id desc limit $2`,
    [organization, limit + 1],
  );
  const page = rows.slice(0, limit);
  const hasMore = rows.length > limit;
  const nextCursor = hasMore ? page.at(-1).id : null;
  response.json({ data: page.map(toContact), pagination: { nextCursor, hasMore } });
});

app.get('/v1/contacts/:id', async (request, response) => {
  const { rows } = await pool.query(
    `select ${columns} from plain_contacts where org_id = $1 and id = $2`,
    [organization, request.params.id],
  );
  response.json({ data: toContact(rows[0]) });
});

/** A write has five statements: begin, key, row, event, commit. */
app.post('/v1/contacts', async (request, response) => {
  const client = await pool.connect();
  const { kind, legalName, rfc, taxSystem, cfdiUse, address, email } = request.body;
  const id = crypto.randomUUID();
  try {
    await client.query('begin');
    await client.query(
      'insert into plain_keys (org_id, key, body) values ($1, $2, $3) on conflict do nothing returning key',
      [organization, request.headers['idempotency-key'], JSON.stringify(request.body)],
    );
    const { rows } = await client.query(
      `insert into plain_contacts (id, org_id, kind, legal_name, rfc, tax_system, cfdi_use, address, email, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, now()) returning ${columns}`,
      [id, organization, kind, legalName, rfc, taxSystem, cfdiUse, JSON.stringify(address), email],
    );
    const contact = toContact(rows[0]);
    await client.query(
      'insert into plain_outbox (id, org_id, subject, payload) values ($1, $2, $3, $4)',
      [crypto.randomUUID(), organization, 'contact.changed', JSON.stringify(contact)],
    );
    await client.query('commit');
    response.status(201).json({ data: contact });
  } catch (error) {
    await client.query('rollback');
    response.status(500).json({ error: String(error) });
  } finally {
    client.release();
  }
});

const server = app.listen(0, '127.0.0.1', () => console.log(server.address().port));
