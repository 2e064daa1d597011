// The baseline for sales: a plain express 5 + pg service that writes the rows of a receipt in one
// transaction, without API keys, limits, rules or a second process. argv: database URL.
import express from 'express';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.argv[2], max: 32 });
const organization = '00000000-0000-7000-8000-000000000001';
const location = '00000000-0000-7000-8000-000000000002';

const app = express();
app.disable('x-powered-by');
app.disable('etag');
app.use(express.json());

app.post('/v1/sales-receipts', async (request, response) => {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const body = await sell(client, request);
    await client.query('commit');
    response.status(201).type('json').send(body);
  } catch (error) {
    await client.query('rollback');
    response.status(500).json({ error: String(error) });
  } finally {
    client.release();
  }
});

async function sell(client, { body: { items, saleType, paymentForm }, headers }) {
  const key = headers['idempotency-key'];
  await client.query('insert into plain_keys (org_id, key) values ($1, $2)', [organization, key]);
  const { rows: products } = await client.query(
    'select id, description, price from plain_products where org_id = $1 and id = any($2)',
    [organization, items.map(({ productId }) => productId)],
  );
  const known = new Map(products.map((product) => [product.id, product]));
  const lines = items.map(({ productId, quantity }) => {
    const { description, price } = known.get(productId);
    const cents = Math.round(Number(price) * quantity * 100);
    return {
      lineRef: crypto.randomUUID(),
      productId,
      description,
      quantity,
      unitPrice: price,
      cents,
    };
  });
  const cents = lines.reduce((sum, line) => sum + line.cents, 0);
  const {
    rows: [counter],
  } = await client.query(
    'update plain_counters set last = last + 1 where org_id = $1 returning last',
    [organization],
  );
  const id = crypto.randomUUID();
  await client.query(
    `insert into plain_receipts (id, org_id, folio, status, sale_type, payment_form, location_id,
       total, search_text, created_at) values ($1, $2, $3, 'open', $4, $5, $6, $7, $8, now())`,
    [id, organization, `C-${counter.last}`, saleType, paymentForm, location, cents / 100,
      lines.map(({ description }) => description).join(' ').toLowerCase()], // prettier-ignore
  );
  await client.query(
    `insert into plain_lines (id, org_id, receipt_id, product_id, description, quantity, unit_price,
       line_total, item) select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[],
       $6::numeric[], $7::numeric[], $8::numeric[], $9::jsonb[])`,
    [
      lines.map(({ lineRef }) => lineRef),
      lines.map(() => organization),
      lines.map(() => id),
      lines.map(({ productId }) => productId),
      lines.map(({ description }) => description),
      lines.map(({ quantity }) => quantity),
      lines.map(({ unitPrice }) => unitPrice),
      lines.map((line) => line.cents / 100),
      lines.map((line) => JSON.stringify(line)),
    ],
  );
  const sold = lines.toSorted((a, b) => (a.productId < b.productId ? -1 : 1));
  for (const { productId, quantity } of sold) {
    const {
      rows: [level],
    } = await client.query(
      `update plain_levels set stock = stock - $3 where org_id = $1 and product_id = $2
       returning stock`,
      [organization, productId, quantity],
    );
    await client.query(
      `insert into plain_movements (id, org_id, product_id, location_id, quantity, resulting_stock,
         document_ref, occurred_at) values ($1, $2, $3, $4, $5, $6, $7, now())`,
      [crypto.randomUUID(), organization, productId, location, -quantity, level.stock, id],
    );
  }
  const data = { documentRef: id, folio: `C-${counter.last}`, total: cents / 100, items: lines };
  const text = JSON.stringify({ data });
  await client.query(
    'insert into plain_outbox (id, org_id, subject, payload) values ($1, $2, $3, $4)',
    [crypto.randomUUID(), organization, 'sales_receipt.created', JSON.stringify(data)],
  );
  await client.query('update plain_keys set reply = $3 where org_id = $1 and key = $2', [
    organization,
    key,
    text,
  ]);
  return text;
}

const server = app.listen(0, '127.0.0.1', () => console.log(server.address().port));
