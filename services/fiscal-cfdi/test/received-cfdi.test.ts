import { fiscalCfdi } from '@timbre/contract';
import { newId, type CallContext } from '@timbre/kit';
import { readCfdi } from '../src/operations/read-cfdi';
import { suggestReceivedCfdi } from '../src/operations/suggest-received-cfdi';
import { idOf, newDraft, newOrganization, startCfdi, type Cfdi } from './cfdi';

let cfdi: Cfdi;
beforeAll(async () => void (cfdi = await startCfdi()));
afterAll(() => cfdi.service.close());

const supplier = 'URE180429TM6';

const columns = `id, org_id, version, kind, cfdi_type, direction, status, stage, archived, input, items,
  counterparty_rfc, counterparty_text, uuid, currency, exchange_rate, subtotal, total, taxes,
  method_code, place_of_issue, exportation, dated_on, created_at, updated_at`;

interface Received {
  total: string;
  datedOn: string;
  rfc?: string;
  currency?: string;
  exchangeRate?: string;
  status?: string;
  kind?: string;
}

/** Stores a received document as an import would. */
async function addReceived(context: CallContext, received: Received): Promise<string> {
  const { total, datedOn, rfc = supplier, currency = 'MXN', exchangeRate = null } = received;
  const { status = 'valid', kind = 'income' } = received;
  const id = newId();
  await cfdi.service.rows(
    `insert into cfdi (${columns})
     values ($1, $2, 1, $3, 'I', 'received', $4, 'stamped', false, '{"kind":"income"}', '[]', $5, '',
       $1, $6, $7, $8, $8, '{}', 'PPD', '42501', '01', $9, now(), now())`,
    [id, context.organizationId, kind, status, rfc, currency, exchangeRate, total, datedOn],
  );
  return id;
}

const suggest = async (context: CallContext, request: Partial<Received> = {}) => {
  const { rfc, total = '1160.00', datedOn = '2026-11-10' } = request;
  const asked = { counterpartyRfc: rfc, total, datedOn };
  const answer = await suggestReceivedCfdi.run(cfdi.service.runtime, context, asked);
  return answer.cfdi.map(({ cfdiId }) => cfdiId);
};

describe('suggestReceivedCfdi', () => {
  it("suggestReceivedCfdi returns the supplier's invoices with the same total first, then the invoices nearest in time", async () => {
    const context = await newOrganization(cfdi);
    const near = await addReceived(context, { total: '90', datedOn: '2026-11-09' });
    const far = await addReceived(context, { total: '1160.01', datedOn: '2026-09-20' });
    const exact = await addReceived(context, { total: '1160', datedOn: '2026-11-20' });
    const dollars = { currency: 'USD', exchangeRate: '20' };
    const abroad = await addReceived(context, {
      ...dollars,
      total: '58',
      datedOn: '2026-11-15',
      rfc: 'XEXX010101000',
    });
    expect(await suggest(context, { rfc: supplier })).toEqual([exact, far, near]);
    expect(await suggest(context)).toEqual([abroad, exact, far]);
  });

  it('suggestReceivedCfdi omits invoices that cannot support an expense or that others received', async () => {
    const context = await newOrganization(cfdi);
    const fitting = { total: '1160', datedOn: '2026-11-10' };
    await addReceived(context, { ...fitting, status: 'canceled' });
    await addReceived(context, { ...fitting, kind: 'credit_note' });
    await addReceived(context, { ...fitting, datedOn: '2026-09-10' });
    await addReceived(await newOrganization(cfdi), fitting);
    expect(await suggest(context, { rfc: supplier })).toEqual([]);
    expect(await suggest(context)).toEqual([]);
  });

  it('suggestReceivedCfdi reads only received invoices near the day of the expense', async () => {
    const context = await newOrganization(cfdi);
    await cfdi.service.rows(
      `insert into cfdi (${columns}) select u, $1, 1, 'income', 'I', case when n % 10 = 0
         then 'received' else 'issued' end, 'valid', 'stamped',
         false, '{"kind":"income"}', '[]', 'RFC' || n % 2000, '', u, 'MXN', null, n, n, '{}', 'PPD',
         '42501', '01', date '2026-11-10' - n / 10, now(), now()
       from (select n, gen_random_uuid() as u from generate_series(1, 20000) n) made`,
      [context.organizationId],
    );
    await cfdi.service.rows('analyze cfdi');
    expect(await indexesOf(context, { rfc: 'RFC7' })).toEqual(['cfdi_received']);
    expect(await indexesOf(context, {})).toEqual(['cfdi_received']);
  });
});

/** Returns the indexes that the query plan of a suggestion uses. */
async function indexesOf(context: CallContext, request: Partial<Received>): Promise<string[]> {
  const { statements, pool } = cfdi.service.runtime;
  const asked = jest.spyOn(statements, 'query');
  await suggest(context, request);
  const { text, values } = asked.mock.calls.at(-1)![0] as { text: string; values: unknown[] };
  asked.mockRestore();
  const client = await pool.connect();
  try {
    await client.query('set plan_cache_mode = force_generic_plan');
    await client.query(`prepare suggested as ${text}`);
    const given = values.map((value) => `'${String(value)}'`).join(', ');
    const { rows } = await client.query(`explain (format json) execute suggested (${given})`);
    return [...JSON.stringify(rows).matchAll(/"Index Name":"(\w+)"/g)].map(([, name]) => name!);
  } finally {
    client.release(true);
  }
}

describe('readCfdi', () => {
  const read = (context: CallContext, cfdiId: string) =>
    readCfdi.run(cfdi.service.runtime, context, { cfdiId });

  it("readCfdi returns the same message as the document's last event", async () => {
    const context = await newOrganization(cfdi);
    const draft = await newDraft(cfdi, context);
    const [row] = await cfdi.service.rows<{ payload: Buffer }>(
      `select payload from outbox where org_id = $1 and subject = 'fiscal_cfdi.cfdi.drafted'`,
      [context.organizationId],
    );
    const answer = fiscalCfdi.Cfdi.encode(await read(context, idOf(draft))).finish();
    const announced = fiscalCfdi.Cfdi.decode(row!.payload);
    expect(fiscalCfdi.Cfdi.decode(answer)).toEqual({ ...announced, subtotal: '201' });
    expect(announced).toMatchObject({ direction: 'issued', status: 'draft', methodCode: 'PUE' });
  });

  it('readCfdi does not find a document of another organization', async () => {
    const context = await newOrganization(cfdi);
    const id = await addReceived(context, { total: '1', datedOn: '2026-11-10' });
    await expect(read(await newOrganization(cfdi), id)).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(read(context, 'x')).rejects.toMatchObject({ code: 'not_found' });
    expect((await read(context, id)).direction).toBe('received');
  });
});
