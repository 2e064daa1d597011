import { newId, type CallContext } from '@timbre/kit';
import { callContext, type ServiceRuntime } from '@timbre/testkit';
import { getAccountTransaction } from '../src/operations/get-account-transaction';
import { listAccountTransactions } from '../src/operations/list-account-transactions';
import { cfdiOf, startAccounts, deliverCfdi } from './accounts';

let service: ServiceRuntime;
let context: CallContext;
const sides = ['receivable', 'payable'];

/**
 * Turns every transaction into a payment with a complement that also reverses another transaction,
 * because the response of this combination is the longest.
 */
const besides = [
  `insert into payments (org_id, id, side, contact, currency, amount, source, paid_on, beside)
   select org_id, id, side, contact, 'MXN', 1, 'money', occurred_on, id from transactions`,
  `insert into applications (org_id, payment_id, family, document_ref, amount)
   select org_id, id, family, document_ref, 1 from payments join transactions using (org_id, id)`,
  `insert into reversals (org_id, reversed, transaction_id, reason)
   select org_id, id, id, 'x' from transactions`,
  `insert into certifications (org_id, complement, family, payment_id, amount)
   select org_id, 'cfdi:' || id, family, id, 1 from transactions`,
  `insert into payment_complements (org_id, payment_id, wanted, state, complement)
   select org_id, id, 'stamp', 'stamped', 'cfdi:' || id from transactions`,
  `insert into documents (org_id, ref, version, role, side, is_valid, contact, currency, total,
     is_deferred, occurred_on)
   select org_id, 'cfdi:' || id, 1, 'complement', 'receivable', true, 'c', 'MXN', 0, false,
     occurred_on from transactions`,
];

/**
 * Half of the rows belong to one organization, which makes a scan of the whole table look cheap to
 * the planner.
 */
beforeAll(async () => {
  service = await startAccounts();
  context = callContext();
  await service.rows(
    `insert into transactions (id, org_id, kind, side, contact, document_ref, family, currency,
       amount, occurred_on, source, recorded_at)
     select gen_random_uuid(), case when n % 2 = 0 then $1::uuid else gen_random_uuid() end,
       case when n % 1000 = 0 then 'cancellation' else 'invoice' end,
       case when n % 1000 = 0 then 'payable' else 'receivable' end, n % 999, n, n, 'MXN', 1,
       date '2026-11-20' - n / 20, n, now()
     from generate_series(1, 20000) n`,
    [context.organizationId],
  );
  await service.rows(
    `insert into entries (org_id, transaction_id, account, family, currency, amount)
     select t.org_id, t.id, a.name, t.family, 'MXN', 1
     from transactions t, unnest(array['receivable:c:cfdi:1', 'sales']) a (name)`,
  );
  for (const sql of besides) await service.rows(sql);
  await service.rows('analyze');
});
afterAll(() => service.close());

/** Returns the indexes and node types of the query plan for unknown parameter values. */
async function planOf(request: object): Promise<{ indexes: string[]; kinds: string[] }> {
  const { statements, pool } = service.runtime;
  const asked = jest.spyOn(statements, 'query');
  await service.page(listAccountTransactions, context, { sides, ...request });
  const { text, values } = asked.mock.calls.at(-1)![0] as { text: string; values: unknown[] };
  asked.mockRestore();
  const client = await pool.connect();
  try {
    await client.query('set plan_cache_mode = force_generic_plan');
    await client.query(`prepare listed as ${text}`);
    const given = values.map((value) => `'${String(value)}'`).join(', ');
    const { rows } = await client.query(`explain (format json) execute listed (${given})`);
    const plan = JSON.stringify(rows);
    const all = (name: string) =>
      [...plan.matchAll(new RegExp(`"${name}":"([^"]+)"`, 'g'))].map(([, value]) => value!);
    return { indexes: all('Index Name'), kinds: all('Node Type') };
  } finally {
    client.release(true);
  }
}

describe('indexes for the list of transactions', () => {
  it.each([
    ['all transactions', {}, 'transactions_pkey'],
    ['those of a contact', { contactId: '7' }, 'transactions_contact'],
    ['those of a document', { documentRef: '7' }, 'transactions_document'],
    ['those of a kind', { kind: 'cancellation' }, 'transactions_kind'],
    [
      'those of a day',
      { page: { dateFrom: '2026-11-20', dateTo: '2026-11-20' } },
      'transactions_date',
    ],
  ])('an index serves the list of %s', async (_, request, index) => {
    const { indexes, kinds } = await planOf(request);
    expect(indexes).toContain(index);
    expect(kinds).not.toContain('Seq Scan');
    if (!('page' in request))
      expect(kinds.filter((kind) => kind === 'Incremental Sort')).toEqual([]);
  });
});

describe('a transaction', () => {
  it('a transaction is visible only to its organization and to callers who may read its side', async () => {
    const own = callContext();
    const owed = cfdiOf({ customerId: newId() });
    await deliverCfdi(service, own, owed);
    const { data } = await service.page(listAccountTransactions, own, { sides });
    expect(data).toMatchObject([{ kind: 'invoice', amount: 1160, contactId: owed.customerId }]);
    const transactionId = data[0]!.transactionId as string;
    const get = (by: CallContext, readable: string[]) =>
      service.answer(getAccountTransaction, by, { transactionId, sides: readable });
    expect(await get(own, ['receivable'])).toEqual(data[0]);
    const documentRef = `cfdi:${owed.cfdiId.toUpperCase()}`;
    const found = await service.page(listAccountTransactions, own, { sides, documentRef });
    expect(found.data).toEqual(data);
    const unknown = { code: 'not_found' };
    await expect(get(own, ['payable'])).rejects.toMatchObject(unknown);
    await expect(get(callContext(), sides)).rejects.toMatchObject(unknown);
    for (const readable of [['payable'], []]) {
      const page = await service.page(listAccountTransactions, own, { sides: readable });
      expect(page.data).toEqual([]);
    }
  });

  it('a transaction without a contact contains the RFC of its party', async () => {
    const own = callContext();
    await deliverCfdi(service, own, cfdiOf());
    const { data } = await service.page(listAccountTransactions, own, { sides });
    expect(data[0]).toMatchObject({ counterpartyRfc: 'URE180429TM6' });
    expect(data[0]).not.toHaveProperty('contactId');
  });
});
