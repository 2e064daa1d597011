import { newId, type CallContext } from '@timbre/kit';
import { callContext, type ServiceRuntime } from '@timbre/testkit';
import { getPayable } from '../src/operations/get-payable';
import { getReceivable } from '../src/operations/get-receivable';
import { listPayables } from '../src/operations/list-payables';
import { listReceivableInvoices } from '../src/operations/list-receivable-invoices';
import { listReceivables } from '../src/operations/list-receivables';
import { readBalancesOfContacts } from '../src/operations/read-balances-of-contacts';
import { recordReceivablePayment } from '../src/operations/record-receivable-payment';
import { canceled, cfdiOf, startAccounts, deliverCfdi } from './accounts';

let service: ServiceRuntime;
beforeAll(async () => void (service = await startAccounts()));
afterAll(() => service.close());

let context: CallContext;
beforeEach(() => void (context = callContext()));

const owing = async (
  customerId: string | undefined,
  changes: Parameters<typeof cfdiOf>[0] = {},
) => {
  const cfdi = cfdiOf({ customerId, counterpartyName: 'Escuela Kemper', ...changes });
  await deliverCfdi(service, context, cfdi);
  return cfdi;
};

const none = { current: 0, d1to30: 0, d31to60: 0, d61to90: 0, over90: 0 };

describe('reading the debt of a customer', () => {
  it('the debt of a customer is returned by currency and aging bucket, minus recorded payments', async () => {
    const customerId = newId();
    const first = await owing(customerId, { dueDate: '2026-09-01', total: '100' });
    await owing(customerId, { dueDate: '2026-12-01', total: '50' });
    await owing(customerId, { currency: 'USD', total: '10' });
    await service.answer(recordReceivablePayment, context, {
      customerId,
      payment: {
        amount: '30',
        currency: 'MXN',
        formCode: '03',
        paidOn: '2026-11-20',
        source: 'money',
        applications: [],
        useCredit: false,
      },
    });
    const pesos = {
      currency: 'MXN',
      total: 120,
      credit: 0,
      openDocuments: 2,
      oldestDueOn: '2026-09-01',
      buckets: { ...none, current: 50, d61to90: 70 },
    };
    const dollars = {
      currency: 'USD',
      total: 10,
      credit: 0,
      openDocuments: 1,
      oldestDueOn: '2026-11-10',
      buckets: { ...none, d1to30: 10 },
    };
    const who = { customerId, customerName: 'Escuela Kemper' };
    const { data } = await service.page(listReceivables, context, {});
    expect(data).toEqual([
      { ...who, ...pesos },
      { ...who, ...dollars },
    ]);
    const detail = await service.answer(getReceivable, context, { customerId });
    expect(detail).toMatchObject({ ...who, balances: [pesos, dollars] });
    const asked = {
      contactIds: [customerId.toUpperCase(), newId(), 'no\0body'],
      sides: ['payable'],
    };
    expect(await service.answer(readBalancesOfContacts, context, asked)).toEqual({});
    const both = { ...asked, sides: ['receivable', 'payable'] };
    const installment = { side: 'receivable', credit: 0 };
    expect(await service.answer(readBalancesOfContacts, context, both)).toEqual({
      [customerId]: [
        { ...installment, currency: 'MXN', total: 120, overdueAmount: 70 },
        { ...installment, currency: 'USD', total: 10, overdueAmount: 10 },
      ],
    });
    expect((detail as { nextDue: unknown[] }).nextDue[0]).toEqual({
      documentRef: `cfdi:${first.cfdiId}`,
      dueOn: '2026-09-01',
      currency: 'MXN',
      open: 70,
    });
  });

  it('the debt of a customer is divided among aging buckets by installment, up to the open amount', async () => {
    const customerId = newId();
    const monthly = {
      installmentCount: 3,
      firstDue: { kind: 'fixed_date', date: '2026-09-20' },
      recurrence: { kind: 'anchor_day' },
    };
    await owing(customerId, {
      total: '900',
      settlementTerms: monthly,
      issuedLocalDateTime: '2026-08-01T10:00:00',
    });
    await service.answer(recordReceivablePayment, context, {
      customerId,
      payment: {
        amount: '100',
        currency: 'MXN',
        formCode: '03',
        paidOn: '2026-11-20',
        source: 'money',
        applications: [],
        useCredit: false,
      },
    });
    // The installments are due on 20 September, 20 October and 20 November; today is 21 November.
    const aged = { ...none, d61to90: 200, d31to60: 300, d1to30: 300 };
    const { data } = await service.page(listReceivables, context, {});
    expect(data).toMatchObject([{ total: 800, buckets: aged, openDocuments: 1 }]);
    const detail = await service.answer(getReceivable, context, { customerId });
    expect(detail).toMatchObject({ balances: [{ buckets: aged, oldestDueOn: '2026-09-20' }] });
  });

  it('a debt without a contact is listed under the RFC of its party', async () => {
    await owing(undefined);
    const { data } = await service.page(listReceivables, context, {});
    expect(data).toMatchObject([
      { customerId: 'unassigned', counterpartyRfc: 'URE180429TM6', total: 1160 },
    ]);
  });

  it('a debt without a contact is returned for its RFC, and for `unassigned` together with all other debts without a contact', async () => {
    const mine = await owing(undefined);
    const other = await owing(undefined, { counterpartyRfc: 'EKU9003173C9', total: '40' });
    await owing(newId(), { total: '7' });
    const detail = (customerId: string) => service.answer(getReceivable, context, { customerId });
    const refsOf = async (customerId: string) => {
      const { data } = await service.page(listReceivableInvoices, context, { customerId });
      return data.map(({ documentRef }) => documentRef);
    };
    const [one, two] = [`cfdi:${mine.cfdiId}`, `cfdi:${other.cfdiId}`];
    expect(await detail('ure180429tm6')).toMatchObject({
      customerId: 'unassigned',
      counterpartyRfc: 'URE180429TM6',
      balances: [{ total: 1160, openDocuments: 1 }],
      nextDue: [{ documentRef: one }],
    });
    expect(await refsOf('URE180429TM6')).toEqual([one]);
    const all = await detail('unassigned');
    expect(all).toMatchObject({ balances: [{ total: 1200, openDocuments: 2 }] });
    expect(all).not.toHaveProperty('counterpartyRfc');
    expect(all.nextDue).toHaveLength(2);
    expect(await refsOf('unassigned')).toEqual([two, one]);
  });

  it('the balances of a customer include credit even without open documents', async () => {
    const customerId = newId();
    await owing(customerId, { total: '10' });
    await service.answer(recordReceivablePayment, context, {
      customerId,
      payment: {
        amount: '30',
        currency: 'MXN',
        formCode: '03',
        paidOn: '2026-11-20',
        source: 'money',
        applications: [],
        useCredit: false,
      },
    });
    const { data } = await service.page(listReceivables, context, {});
    expect(data).toMatchObject([{ customerId, total: 0, credit: 20, openDocuments: 0 }]);
  });

  it('debts of customers are listed in pages, each customer once and only for its organization', async () => {
    const customers = Array.from({ length: 5 }, () => newId());
    for (const customerId of customers) await owing(customerId);
    const seen: unknown[] = [];
    let cursor: string | undefined;
    do {
      const page = await service.page(listReceivables, context, { page: { limit: 2, cursor } });
      seen.push(...page.data.map((row) => (row as { customerId: string }).customerId));
      cursor = page.pagination.nextCursor ?? undefined;
    } while (cursor);
    expect(seen).toEqual(customers.toSorted());
    const other = await service.page(listReceivables, callContext(), {});
    expect(other.data).toEqual([]);
    const foreign = {
      page: { cursor: Buffer.from('["payable","","x|MXN"]').toString('base64url') },
    };
    await expect(service.page(listReceivables, context, foreign)).rejects.toMatchObject({
      details: { issues: [{ code: 'cursor_invalid' }] },
    });
  });

  describe('sorting and searching the list of debts', () => {
    const parties: [name: string, total: string, dueDate: string][] = [
      ['Óptica Norte', '300', '2026-12-24'],
      ['Abarrotes | Sur', '100', '2026-10-01'],
      ['Ñandú 100%', '200', '2026-11-01'],
      ['optica sur', '200', '2026-12-01'],
    ];
    const named = async (changes: object) => {
      const names: unknown[] = [];
      let cursor: string | undefined;
      do {
        const { page = {}, ...sort } = changes as { page?: object; sort?: string };
        const request = { ...sort, page: { limit: 1, cursor, ...page } };
        const { data, pagination } = await service.page(listReceivables, context, request);
        names.push(...data.map((row) => (row as { customerName: string }).customerName));
        cursor = pagination.nextCursor ?? undefined;
      } while (cursor);
      return names;
    };
    beforeEach(async () => {
      for (const [counterpartyName, total, dueDate] of parties)
        await owing(newId(), { counterpartyName, total, dueDate });
    });

    it('debts are found by part of the name, ignoring accents and taking special characters literally', async () => {
      expect(await named({ page: { query: 'OPTICA' } })).toEqual(['Óptica Norte', 'optica sur']);
      expect(await named({ page: { query: '100%' } })).toEqual(['Ñandú 100%']);
      expect(await named({ page: { query: '|' } })).toEqual(['Abarrotes | Sur']);
      expect(await named({ page: { query: 'nadie' } })).toEqual([]);
    });

    it('debts are sorted by name, total or oldest due date over several pages', async () => {
      const [norte, abarrotes, nandu, sur] = parties.map(([name]) => name);
      expect(await named({ sort: 'name' })).toEqual([abarrotes, nandu, norte, sur]);
      expect(await named({ sort: 'oldestDueOn' })).toEqual([abarrotes, nandu, sur, norte]);
      const byTotal = await named({ sort: 'total' });
      expect([byTotal[0], byTotal[3]]).toEqual([norte, abarrotes]);
      expect(byTotal.slice(1, 3).sort()).toEqual([sur, nandu].sort());
    });

    it('the list of debts refuses a forged cursor and a cursor from another sort order', async () => {
      const first = await service.page(listReceivables, context, {
        sort: 'total',
        page: { limit: 1 },
      });
      const cursor = first.pagination.nextCursor!;
      const [side, filters] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as string[];
      const forged = JSON.stringify([side, filters, 'x|MXN|none']);
      for (const [sort, given] of [
        ['name', cursor],
        [undefined, cursor],
        ['total', Buffer.from(forged).toString('base64url')],
      ] as const) {
        await expect(
          service.page(listReceivables, context, { sort, page: { cursor: given } }),
        ).rejects.toMatchObject({ details: { issues: [{ code: 'cursor_invalid' }] } });
      }
    });
  });

  it('the debt of a customer becomes overdue on the day after its due date', async () => {
    const customerId = newId();
    const clock = service.runtime.now().toISOString();
    await owing(customerId, { dueDate: '2026-11-27' });
    const shown = async () => {
      const asked = { contactIds: [customerId], sides: ['receivable'] };
      const balances = await service.answer(readBalancesOfContacts, context, asked);
      const [balance] = (balances as Record<string, { overdueAmount: number }[]>)[customerId]!;
      const { data } = await service.page(listReceivableInvoices, context, { customerId });
      const overdue = { customerId, status: 'overdue' };
      const late = await service.page(listReceivableInvoices, context, overdue);
      const { overdue: isOverdue, overdueAmount } = data[0]!;
      return [balance!.overdueAmount, isOverdue, overdueAmount, late.data.length];
    };
    service.setClock('2026-11-27T18:00:00.000Z');
    expect(await shown()).toEqual([0, false, 0, 0]);
    service.setClock('2026-11-28T18:00:00.000Z');
    expect(await shown()).toEqual([1160, true, 1160, 1]);
    service.setClock(clock);
  });

  it('reading the debt of an unknown customer is refused with not_found', async () => {
    await expect(
      service.answer(getReceivable, context, { customerId: newId() }),
    ).rejects.toMatchObject({ code: 'not_found' });
    for (const supplierId of ['x', '01890000-zzz', 'EKU9003173C9']) {
      const asked = service.answer(getPayable, context, { supplierId });
      await expect(asked).rejects.toMatchObject({ code: 'not_found' });
    }
  });
});

it('the invoices of a customer are returned with their open balances and filtered by status', async () => {
  const customerId = newId();
  const late = await owing(customerId, { dueDate: '2026-11-01', series: 'A', folio: '7' });
  const paid = await owing(customerId, { methodCode: 'PUE' });
  const fresh = await owing(customerId, { dueDate: '2026-12-01' });
  const refs = async (status?: string) => {
    const { data } = await service.page(listReceivableInvoices, context, { customerId, status });
    return data.map(({ documentRef }) => documentRef);
  };
  const ref = ({ cfdiId }: { cfdiId: string }) => `cfdi:${cfdiId}`;
  expect(await refs()).toEqual([fresh, paid, late].map(ref));
  expect(await refs('open')).toEqual([fresh, late].map(ref));
  expect(await refs('overdue')).toEqual([ref(late)]);
  expect(await refs('settled')).toEqual([ref(paid)]);
  const { data } = await service.page(listReceivableInvoices, context, { customerId });
  expect(data[2]).toEqual({
    documentRef: ref(late),
    category: 'cfdi',
    folio: 'A-7',
    uuid: late.uuid,
    transactionDate: '2026-11-10',
    currency: 'MXN',
    total: 1160,
    remainingBalance: 1160,
    effectiveRemainingBalance: 1160,
    paymentDueDate: '2026-11-01',
    overdue: true,
    overdueAmount: 1160,
  });
});

it('a canceled invoice is listed as canceled, and not as open or settled', async () => {
  const customerId = newId();
  const wrong = await owing(customerId);
  const right = await owing(customerId);
  await deliverCfdi(service, context, canceled(wrong));
  const list = async (status?: string) => {
    const { data } = await service.page(listReceivableInvoices, context, { customerId, status });
    expect(data.filter((one) => one.canceled && one.remainingBalance !== 0)).toEqual([]);
    return data.map(({ documentRef, canceled: isCanceled }) => [documentRef, isCanceled]);
  };
  const open = [`cfdi:${right.cfdiId}`, undefined];
  expect(await list()).toEqual([open, [`cfdi:${wrong.cfdiId}`, true]]);
  expect(await list('open')).toEqual([open]);
  expect(await list('settled')).toEqual([]);
});

it('the open balance of a supplier is returned in aging buckets', async () => {
  const supplierId = newId();
  await owing(supplierId, { direction: 'received', total: '80', dueDate: '2026-11-20' });
  const { data } = await service.page(listPayables, context, {});
  expect(data).toMatchObject([{ supplierId, total: 80, buckets: { ...none, d1to30: 80 } }]);
  const detail = await service.answer(getPayable, context, { supplierId });
  expect(detail).toMatchObject({ balances: [{ total: 80 }], nextDue: [{ open: 80 }] });
});

it('a page of customers reads only the open documents of these customers', async () => {
  const own = callContext();
  await service.rows(
    `insert into documents (org_id, ref, version, role, side, is_valid, family, contact, currency,
       total, is_deferred, occurred_on, fiscal)
     select case when n % 2 = 0 then $1::uuid else gen_random_uuid() end,
       'cfdi:' || gen_random_uuid(), 1, 'invoice', 'receivable', true, 'issued:' || n,
       md5((n % 500)::text)::uuid::text, 'MXN', 10, true, '2026-11-01', 10
     from generate_series(1, 20000) n`,
    [own.organizationId],
  );
  await service.rows(
    `insert into dues (org_id, id, version, kind, state, document_ref, contact, due_on, currency,
       amount, covered, open)
     select org_id, gen_random_uuid(), 1, 'due_date', 'live', ref, contact, occurred_on, currency,
       10, 0, 10 from documents where length(family) < 15`,
  );
  await service.rows('analyze');
  const { statements, pool } = service.runtime;
  const asked = jest.spyOn(statements, 'query');
  await service.page(listReceivables, own, {});
  const { text, values } = asked.mock.calls.at(-1)![0] as { text: string; values: unknown[] };
  asked.mockRestore();
  const client = await pool.connect();
  try {
    await client.query('set plan_cache_mode = force_generic_plan');
    await client.query(`prepare owed as ${text}`);
    const given = values.map((value) => `'${String(value)}'`).join(', ');
    const { rows } = await client.query(`explain (format json, analyze) execute owed (${given})`);
    const plan = JSON.stringify(rows);
    expect(plan).not.toContain('Seq Scan on documents');
    expect(plan).not.toMatch(/"Node Type":"Seq Scan"[^}]*"Relation Name":"(documents|dues)"/);
    const read = [...plan.matchAll(/"Actual Rows":([\d.]+)/g)].map(([, count]) => Number(count));
    expect(Math.max(...read)).toBeLessThan(3_000);
  } finally {
    client.release(true);
  }
});
