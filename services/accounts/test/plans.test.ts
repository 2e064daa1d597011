import { commerce, fiscalCfdi, type accounts } from '@timbre/contract';
import { newId, type CallContext, type ReceivedEvent, createRun } from '@timbre/kit';
import { callContext, serviceRuntime, type ServiceRuntime } from '@timbre/testkit';
import type { PlanningProviders } from '../src/operations/plan-receivable-invoice';
import { onFiscalProfile } from '../src/events/on-fiscal-profile';
import { announceDay } from '../src/jobs/announce-installments';
import { organizationsWithNewDues } from '../src/store/installments';
import { getReceivablePlan } from '../src/operations/get-receivable-plan';
import { listCollectionCalendar } from '../src/operations/list-collection-calendar';
import { planReceivableInvoice } from '../src/operations/plan-receivable-invoice';
import { entities } from '../src/store/entities';
import { migrations } from '../src/store/migrations';
import { canceled, cfdiOf, complementOf, creditNoteOf, providersOf, deliverCfdi } from './accounts';

let service: ServiceRuntime<PlanningProviders>;
/** The CFDI in the simulated fiscal-cfdi, whose events may not have arrived. */
const known = new Map<string, fiscalCfdi.Cfdi>();
const contacts = new Map<string, commerce.Contact>();

beforeAll(async () => {
  service = await serviceRuntime<PlanningProviders>({
    service: 'accounts',
    entities,
    migrations,
    constraints: {},
    providers: {
      ...providersOf({ cfdi: known, contacts }),
    },
  });
});
afterAll(() => service.close());
beforeEach(() => service.setClock('2026-03-01T18:00:00.000Z'));

const monthly = (installmentCount: number, months = 1) => ({
  installmentCount,
  firstDue: { kind: 'months_after_transaction', months },
  recurrence: { kind: 'anchor_day' },
});

const invoiceOf = (changes: Partial<fiscalCfdi.Cfdi> = {}): fiscalCfdi.Cfdi => {
  const cfdi = cfdiOf({
    customerId: newId(),
    issuedLocalDateTime: '2026-03-01T10:00:00',
    ...changes,
  });
  known.set(cfdi.cfdiId, cfdi);
  return cfdi;
};

const deliver = (context: CallContext, cfdi: fiscalCfdi.Cfdi) =>
  deliverCfdi(service as unknown as ServiceRuntime, context, cfdi);

const plan = (context: CallContext, cfdi: fiscalCfdi.Cfdi, settlementTerms: object | undefined) =>
  service.answer(planReceivableInvoice, context, {
    customerId: cfdi.customerId!,
    documentRef: `cfdi:${cfdi.cfdiId}`,
    settlementTerms: settlementTerms as accounts.PlanReceivableInvoiceRequest['settlementTerms'],
  });

const calendar = async (context: CallContext, request: object = {}) =>
  (await service.page(listCollectionCalendar, context, request as never)).data;

const shown = (context: CallContext, planId: unknown) =>
  service.answer(getReceivablePlan, context, { planId: planId as string });

const planIdOf = async (context: CallContext) => {
  const [row] = await service.rows<{ id: string }>(
    `select id from plans where org_id = $1 order by id desc limit 1`,
    [context.organizationId],
  );
  return row!.id;
};

const subjects = async ({ organizationId }: CallContext) =>
  (
    await service.rows<{ subject: string }>(
      `select subject from outbox where org_id = $1
         and subject like 'accounts.receivable.%' and subject not like '%.changed' order by id`,
      [organizationId],
    )
  ).map(({ subject }) => subject.replace('accounts.receivable.', ''));

const refusal = async (answer: Promise<unknown>) => {
  const error = (await answer.catch((one: unknown) => one)) as {
    code?: string;
    details?: { reason?: string };
  };
  return [error.code, error.details?.reason].filter(Boolean).join(' ');
};

describe('planning', () => {
  it('an invoice can be planned before its stamp event arrives, and the event then changes nothing', async () => {
    const context = callContext();
    const invoice = invoiceOf();
    const planned = await plan(context, invoice, monthly(2));
    expect(planned).toEqual({
      documentRef: `cfdi:${invoice.cfdiId}`,
      plannedAt: '2026-03-01T18:00:00.000Z',
      settlementTerms: monthly(2),
      paymentDueDate: '2026-04-01',
    });
    await deliver(context, invoice);
    expect(await calendar(context)).toMatchObject([
      { dueOn: '2026-04-01', amount: 580, covered: 0, open: 580, status: 'pending' },
      { dueOn: '2026-05-01', amount: 580, installment: 2, customerId: invoice.customerId },
    ]);
    expect(await subjects(context)).toEqual(['planned']);
  });

  it('planning divides the present fiscal balance, even if a complement was just stamped', async () => {
    const context = callContext();
    const invoice = invoiceOf();
    await deliver(context, invoice);
    const complement = complementOf([{ uuid: invoice.uuid!, amount: '160' }]);
    known.set(complement.cfdiId, complement);
    await plan(context, invoice, monthly(2));
    expect((await calendar(context)).map(({ amount }) => amount)).toEqual([500, 500]);
    const rest = complementOf([{ uuid: invoice.uuid!, amount: '1000' }]);
    known.set(rest.cfdiId, rest);
    expect(await refusal(plan(context, invoice, monthly(3)))).toBe('conflict invoice_paid');
  });

  it('planning again with the same terms and balance changes nothing, and planning with different terms replaces the plan', async () => {
    const context = callContext();
    const invoice = invoiceOf();
    const first = await plan(context, invoice, monthly(2));
    const firstId = await planIdOf(context);
    service.setClock('2026-03-02T18:00:00.000Z');
    expect(await plan(context, invoice, monthly(2))).toEqual(first);
    await deliver(context, complementOf([{ uuid: invoice.uuid!, amount: '160' }]));
    const again = await plan(context, invoice, monthly(2));
    expect(again['plannedAt']).toBe('2026-03-02T18:00:00.000Z');
    const secondId = await planIdOf(context);
    expect(await shown(context, firstId)).toMatchObject({
      state: 'replaced',
      replacedBy: secondId,
      plannedBalance: 1160,
      installments: [
        { number: 1, amount: 580, covered: 160, open: 0, status: 'canceled' },
        { number: 2, amount: 580, covered: 0, open: 0, status: 'canceled' },
      ],
    });
    expect(await shown(context, secondId)).toMatchObject({
      state: 'active',
      plannedBalance: 1000,
      settlementTerms: monthly(2),
      installments: [{ amount: 500, open: 500 }, { amount: 500 }],
    });
    expect(await calendar(context)).toHaveLength(2);
    expect(await subjects(context)).toEqual(['planned', 'planned']);
  });

  it('planning with null clears the plan, and the due date of the invoice applies again', async () => {
    const context = callContext();
    const invoice = invoiceOf({ dueDate: '2026-03-31' });
    await plan(context, invoice, monthly(3));
    expect(await plan(context, invoice, undefined)).toEqual({
      documentRef: `cfdi:${invoice.cfdiId}`,
      plannedAt: '2026-03-01T18:00:00.000Z',
      paymentDueDate: '2026-03-31',
    });
    expect(await calendar(context)).toMatchObject([
      { kind: 'due_date', eventId: `cfdi:${invoice.cfdiId}`, dueOn: '2026-03-31', open: 1160 },
    ]);
    expect(await shown(context, await planIdOf(context))).toMatchObject({ state: 'cleared' });
    await plan(context, invoice, undefined);
    await plan(context, invoice, monthly(1));
    expect(await calendar(context)).toMatchObject([{ kind: 'installment', amount: 1160 }]);
    expect(await subjects(context)).toEqual(['planned', 'plan_cleared', 'planned']);
  });

  it('an invoice with settlementTerms is planned when it is stamped', async () => {
    const context = callContext();
    const invoice = invoiceOf({ settlementTerms: monthly(4), dueDate: '2026-03-15' });
    await deliver(context, invoice);
    expect(await shown(context, await planIdOf(context))).toMatchObject({
      state: 'active',
      documentRef: `cfdi:${invoice.cfdiId}`,
      plannedAt: '2026-03-01T18:00:00.000Z',
    });
    expect(await calendar(context)).toHaveLength(4);
    await plan(context, invoice, undefined);
    await deliver(context, { ...invoice, version: invoice.version + 1 });
    expect(await calendar(context)).toMatchObject([{ kind: 'due_date', dueOn: '2026-03-15' }]);
  });
});

describe('a plan', () => {
  it('a plan is completed, becomes active again when a complement is canceled, and ends when its invoice is canceled', async () => {
    const context = callContext();
    const invoice = invoiceOf();
    await plan(context, invoice, monthly(2));
    const planId = await planIdOf(context);
    const paid = complementOf([{ uuid: invoice.uuid!, amount: '1160' }]);
    await deliver(context, paid);
    expect(await shown(context, planId)).toMatchObject({ state: 'completed' });
    expect(await refusal(plan(context, invoice, undefined))).toBe('conflict invoice_paid');
    await deliver(context, canceled(paid));
    expect(await shown(context, planId)).toMatchObject({ state: 'active' });
    await deliver(
      context,
      creditNoteOf([invoice.uuid!], '700', { customerId: invoice.customerId }),
    );
    expect(await calendar(context)).toMatchObject([
      { status: 'paid', covered: 580 },
      { status: 'partially_paid', covered: 120, open: 460 },
    ]);
    await deliver(context, canceled(invoice));
    expect(await shown(context, planId)).toMatchObject({
      state: 'canceled',
      installments: [
        { status: 'paid', covered: 580, open: 0 },
        { status: 'canceled', covered: 120, open: 0 },
      ],
    });
    expect(await subjects(context)).toEqual(['planned', 'settled']);
  });
});

describe('invoices that cannot be planned', () => {
  it.each<[string, Partial<fiscalCfdi.Cfdi>]>([
    ['conflict not_income', { kind: 'transfer' }],
    ['conflict not_stamped', { status: 'draft', uuid: undefined }],
    ['conflict invoice_canceled', { status: 'canceled' }],
    ['conflict not_deferred', { methodCode: 'PUE' }],
    ['recovery_required', { status: 'draft', uuid: undefined, stampInDoubt: true }],
  ])('planning is refused as %s', async (reason, changes) => {
    expect(await refusal(plan(callContext(), invoiceOf(changes), monthly(1)))).toBe(reason);
  });

  it('planning a received invoice is refused with not_issued, even if the customer does not exist', async () => {
    const received = invoiceOf({ direction: 'received' });
    const context = callContext();
    expect(await refusal(plan(context, received, monthly(1)))).toBe('not_found');
    contacts.set(received.customerId!, {
      ...commerce.Contact.decode(new Uint8Array()),
      contactId: received.customerId!,
      version: 1,
      kind: 'customer',
    });
    expect(await refusal(plan(context, received, monthly(1)))).toBe('conflict not_issued');
  });

  it('planning is refused with canceled, even if the invoice is canceled between two responses of fiscal-cfdi', async () => {
    const context = callContext();
    const invoice = invoiceOf();
    await deliver(context, canceled(invoice));
    expect(await refusal(plan(context, invoice, monthly(1)))).toBe('conflict invoice_canceled');
  });

  it('planning is refused with not_found for another customer, another organization or an unknown document', async () => {
    const invoice = invoiceOf();
    const context = callContext();
    await deliver(context, invoice);
    for (const changes of [{ customerId: newId() }, { cfdiId: newId() }, { cfdiId: 'x' }]) {
      expect(await refusal(plan(context, { ...invoice, ...changes }, monthly(1)))).toBe(
        'not_found',
      );
    }
    expect(await refusal(shown(callContext(), newId()))).toBe('not_found');
  });
});

describe('the calendar', () => {
  it('the calendar is listed by day, customer and status, in pages', async () => {
    const context = callContext();
    const [first, second] = [
      invoiceOf({ issuedLocalDateTime: '2026-01-31T10:00:00' }),
      invoiceOf({ dueDate: '2026-03-10' }),
    ];
    await plan(context, first, monthly(3));
    await deliver(context, second);
    const days = async (request: object) =>
      (await calendar(context, request)).map(({ dueOn }) => dueOn);
    const all = ['2026-02-28', '2026-03-10', '2026-03-31', '2026-04-30'];
    expect(await days({})).toEqual(all);
    const turned: unknown[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = { limit: 1, ...(cursor === undefined ? {} : { cursor }) };
      const answer = await service.page(listCollectionCalendar, context, { page } as never);
      turned.push(...answer.data.map(({ dueOn }) => dueOn));
      cursor = answer.pagination.nextCursor;
    }
    expect(turned).toEqual(all);
    expect(await days({ page: { dateFrom: '2026-03-01', dateTo: '2026-03-31' } })).toEqual([
      '2026-03-10',
      '2026-03-31',
    ]);
    expect(await days({ customerId: second.customerId })).toEqual(['2026-03-10']);
    expect(await days({ status: 'overdue' })).toEqual(['2026-02-28']);
    expect(await days({ status: 'paid' })).toEqual([]);
    await deliver(context, complementOf([{ uuid: second.uuid!, amount: '60' }]));
    expect(await days({ status: 'partially_paid' })).toEqual(['2026-03-10']);
    await deliver(context, canceled(first));
    expect(await days({ status: 'canceled' })).toEqual(['2026-02-28', '2026-03-31', '2026-04-30']);
  });
});

describe('due dates from the payment terms of the customer', () => {
  it('the payment terms of the customer set the due date of an invoice that states none, and later changes of the terms do not change that due date', async () => {
    const context = callContext();
    const days = (customerId: string, count: number) =>
      service.rows(
        `insert into contacts (org_id, id, version, kind, legal_name, default_term_days, deleted)
         values ($1, $2, 1, 'customer', 'Ana', $3, false)
         on conflict (org_id, id) do update set default_term_days = excluded.default_term_days`,
        [context.organizationId, customerId, count],
      );
    const invoice = invoiceOf();
    await days(invoice.customerId!, 30);
    await deliver(context, invoice);
    const installment = { kind: 'due_date', dueOn: '2026-03-31', customerName: 'Ana' };
    expect(await calendar(context)).toMatchObject([installment]);
    await days(invoice.customerId!, 60);
    await deliver(context, complementOf([{ uuid: invoice.uuid!, amount: '160' }]));
    expect(await calendar(context)).toMatchObject([{ ...installment, open: 1000 }]);
  });

  it('an invoice without a due date and without payment terms is due on its issue date in the calendar and in the aging buckets', async () => {
    const context = callContext();
    const invoice = invoiceOf();
    await deliver(context, invoice);
    const event = { eventId: `cfdi:${invoice.cfdiId}`, kind: 'due_date', dueOn: '2026-03-01' };
    expect(await calendar(context)).toMatchObject([event]);
  });
});

describe('reading a page of the calendar among many organizations', () => {
  const organization = callContext();
  beforeAll(async () => {
    await service.rows(
      `insert into dues (org_id, id, version, kind, state, document_ref, contact, plan_id, number,
         due_on, currency, amount, covered, open)
       select case when n % 2 = 0 then $1::uuid else gen_random_uuid() end, gen_random_uuid(), 1,
         'installment', 'live', 'cfdi:' || n,
         '01890000-0000-7000-8000-' || lpad((n / 2 % 250)::text, 12, '0'), gen_random_uuid(), 1,
         date '2026-01-01' + n % 365, 'MXN', 10, 0, 10
       from generate_series(1, 20000) n`,
      [organization.organizationId],
    );
    await service.rows('analyze');
  });

  it.each([
    ['a year', { page: { dateFrom: '2026-01-01', dateTo: '2026-12-31' } }, 'dues_calendar'],
    ['a customer', { customerId: '01890000-0000-7000-8000-000000000007' }, 'dues_customer'],
    ['what is overdue', { status: 'overdue' }, /dues_(open|calendar)/],
  ])('a calendar page of %s reads one range of an index', async (_, request, index) => {
    const { statements, pool } = service.runtime;
    const asked = jest.spyOn(statements, 'query');
    const page = await service.page(listCollectionCalendar, organization, request as never);
    expect(page.data).toHaveLength(20);
    const { text, values } = asked.mock.calls.at(-1)![0] as { text: string; values: unknown[] };
    asked.mockRestore();
    const client = await pool.connect();
    try {
      await client.query('set plan_cache_mode = force_generic_plan');
      await client.query(`prepare listed as ${text}`);
      const given = values.map((value) => `'${String(value)}'`).join(', ');
      const { rows } = await client.query(`explain (format json) execute listed (${given})`);
      const scans = [...JSON.stringify(rows).matchAll(/"Index Name":"([^"]+)"/g)].map(
        ([, name]) => name!,
      );
      expect(scans.filter((name) => name.startsWith('dues_'))).toEqual([
        expect.stringMatching(index),
      ]);
      expect(JSON.stringify(rows)).not.toMatch(/Seq Scan on dues|"Incremental Sort"|"Bitmap/);
    } finally {
      client.release(true);
    }
  });
});

describe('announcing due installments', () => {
  const announcements = async (context: CallContext) =>
    (await subjects(context)).filter((subject) => subject.endsWith('due'));
  const profile = (context: CallContext, postalCode: string, version: number) =>
    createRun(service.runtime, context).step((tx) => {
      const message = {
        version,
        postalCode,
        rfc: 'URE180429TM6',
        legalName: 'X',
        taxSystem: '601',
      };
      const payload = fiscalCfdi.FiscalProfile.encode(message).finish();
      return onFiscalProfile({ id: newId(), payload } as ReceivedEvent, tx);
    });
  const day = (context: CallContext) => announceDay(service.runtime, context);
  /** Whether the query of the announcing job finds the organization. */
  const isFound = async ({ organizationId }: CallContext) => {
    const found = await service.rows<{ id: string }>(organizationsWithNewDues, [
      service.runtime.now(),
    ]);
    return found.some(({ id }) => id === organizationId);
  };

  it('an installment is announced once as due on its due date, and once as overdue after the due date', async () => {
    const context = callContext();
    await profile(context, '06000', 1);
    await plan(context, invoiceOf(), monthly(3));
    await day(context);
    expect(await announcements(context)).toEqual([]);
    service.setClock('2026-04-01T12:00:00.000Z');
    for (const isNews of [true, false]) expect(await day(context)).toBe(isNews);
    expect(await announcements(context)).toEqual(['due']);
    // The job did not run for weeks, so these installments are already overdue.
    service.setClock('2026-05-20T12:00:00.000Z');
    for (const _ of [1, 2]) await day(context);
    expect(await announcements(context)).toEqual(['due', 'overdue', 'overdue']);
  });

  it('a due installment is announced at once if its plan begins in the past', async () => {
    const context = callContext();
    await plan(context, invoiceOf({ issuedLocalDateTime: '2026-01-01T10:00:00' }), monthly(2));
    expect(await announcements(context)).toEqual(['overdue', 'due']);
    expect(await calendar(context, { status: 'overdue' })).toHaveLength(1);
  });

  it("an installment becomes due at midnight in the time zone of the fiscal profile's postal code", async () => {
    const context = callContext();
    await plan(context, invoiceOf(), monthly(1));
    // When it is 23:30 in Tijuana, it is 01:30 of the next day in Cancún.
    service.setClock('2026-04-01T06:30:00.000Z');
    await profile(context, '22000', 1);
    expect(await isFound(context)).toBe(false);
    await day(context);
    expect(await announcements(context)).toEqual([]);
    await profile(context, '77500', 2);
    expect(await isFound(context)).toBe(true);
    await day(context);
    expect(await isFound(context)).toBe(false);
    expect(await announcements(context)).toEqual(['due']);
    await profile(context, '22000', 1);
    expect(
      await service.rows('select zone from organizations where org_id = $1', [
        context.organizationId,
      ]),
    ).toEqual([{ zone: 'America/Cancun' }]);
  });
});
