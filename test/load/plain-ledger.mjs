// The baseline for account postings: a plain express 5 + pg service that writes the rows of a
// payment in one transaction, without API keys, limits, rules or a second process. argv: database
// URL.
import express from 'express';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.argv[2], max: 32 });
const organization = '00000000-0000-7000-8000-000000000001';

const app = express();
app.disable('x-powered-by');
app.disable('etag');
app.use(express.json());

app.post('/v1/accounts/receivables/:customerId/payments', async (request, response) => {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const body = await pay(client, request);
    await client.query('commit');
    response.status(201).type('json').send(body);
  } catch (error) {
    await client.query('rollback');
    response.status(500).json({ error: String(error) });
  } finally {
    client.release();
  }
});

async function pay(client, { body, headers, params: { customerId } }) {
  const key = headers['idempotency-key'];
  const { amount, formCode, paidOn, applications } = body;
  const [{ documentRef: ref }] = applications;
  await client.query('insert into plain_keys (org_id, key) values ($1, $2)', [organization, key]);
  const {
    rows: [document],
  } = await client.query(
    'select fiscal, uncertified from plain_documents where org_id = $1 and ref = $2 for update',
    [organization, ref],
  );
  const uncertified = (Math.round(document.uncertified * 100) + Math.round(amount * 100)) / 100;
  if (uncertified > Number(document.fiscal)) throw new Error('more than is owed');
  const id = crypto.randomUUID();
  await client.query(
    `insert into plain_payments (id, org_id, contact, currency, amount, source, form_code, paid_on)
     values ($1, $2, $3, 'MXN', $4, 'money', $5, $6)`,
    [id, organization, customerId, amount, formCode, paidOn],
  );
  await client.query(
    `insert into plain_applications (org_id, payment_id, document_ref, amount)
     values ($1, $2, $3, $4)`,
    [organization, id, ref, amount],
  );
  await client.query(
    `insert into plain_transactions (id, org_id, kind, contact, document_ref, currency, amount,
       occurred_on, source, recorded_at)
     values ($1, $2, 'payment', $3, $4, 'MXN', $5, $6, $7, now())`,
    [id, organization, customerId, ref, -amount, paidOn, `payment:${id}`],
  );
  const waiting = `uncertified:${customerId}:${ref}`;
  await client.query(
    `insert into plain_entries (org_id, transaction_id, account, family, currency, amount)
     select $1, $2, x.account, $3, 'MXN', x.amount
     from unnest($4::text[], $5::numeric[]) x (account, amount)`,
    [organization, id, ref, ['collected', waiting], [amount, -amount]],
  );
  await client.query(
    `insert into plain_balances (org_id, account, currency, balance) values ($1, $2, 'MXN', $3)
     on conflict (org_id, account, currency) do update
     set balance = plain_balances.balance + excluded.balance`,
    [organization, waiting, -amount],
  );
  await client.query('update plain_documents set uncertified = $3 where org_id = $1 and ref = $2', [
    organization,
    ref,
    uncertified,
  ]);
  await client.query(
    `update plain_dues set covered = $3, open = amount - $3 where org_id = $1 and document_ref = $2`,
    [organization, ref, uncertified],
  );
  const data = { transactionId: id, kind: 'payment', amount: -amount, applications };
  const text = JSON.stringify({ data });
  await client.query(
    'insert into plain_outbox (id, org_id, subject, payload) values ($1, $2, $3, $4)',
    [crypto.randomUUID(), organization, 'receivable.changed', text],
  );
  await client.query('update plain_keys set reply = $3 where org_id = $1 and key = $2', [
    organization,
    key,
    text,
  ]);
  return text;
}

const server = app.listen(0, '127.0.0.1', () => console.log(server.address().port));
