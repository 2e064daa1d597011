import type { commerce } from '@timbre/contract';
import { Refusal, type CallContext } from '@timbre/kit';
import { callContext, testPool, type ServiceRuntime } from '@timbre/testkit';
import type { FileMail, SalesPaper } from '../src/domain/ports';
import { createQuoteExpiry, expireQuote } from '../src/jobs/expire-quotes';
import { mailQuote } from '../src/jobs/mail-quotes';
import { acceptQuote } from '../src/operations/accept-quote';
import { cancelQuote } from '../src/operations/cancel-quote';
import { createQuote } from '../src/operations/create-quote';
import { downloadDocument } from '../src/operations/download-document';
import { getQuote } from '../src/operations/get-quote';
import { listQuotes } from '../src/operations/list-quotes';
import { publishQuote } from '../src/operations/publish-quote';
import { putPriceOverride } from '../src/operations/put-price-override';
import { updateQuote } from '../src/operations/update-quote';
import {
  addContact,
  addLocation,
  addProduct,
  pages,
  publicly,
  quoteEvents,
  startCommerce,
} from './commerce';

let service: ServiceRuntime;
let context: CallContext;
beforeAll(async () => void (service = await startCommerce()));
beforeEach(() => {
  context = callContext();
  service.setClock('2026-11-21T15:00:00.000Z');
});
afterAll(() => service.close());

const custom = {
  kind: 'custom',
  description: 'Silla',
  satProductCode: '56101504',
  satUnitCode: 'H87',
  quantity: '2',
  unitPrice: '100',
};
const items = { entries: [custom] };

const create = (fields: commerce.QuoteFields = {}) =>
  service.answer(createQuote, context, { fields: { customerName: 'Eva', items, ...fields } });
const act =
  <Request>(operation: Parameters<typeof service.answer<Request>>[0]) =>
  (documentRef: unknown, more: Omit<Request, 'documentRef'>) =>
    service.answer(operation, context, { documentRef, ...more } as Request);
const update = (documentRef: unknown, fields: commerce.QuoteFields, cleared: string[] = []) =>
  act(updateQuote)(documentRef, { fields, cleared });
const publish = (documentRef: unknown, more: object = {}) =>
  act(publishQuote)(documentRef, more) as Promise<Record<string, unknown>>;
const accept = (documentRef: unknown, more: object = {}) =>
  act(acceptQuote)(documentRef, { ...publicly, ...more });
const cancel = (documentRef: unknown) => act(cancelQuote)(documentRef, {});
const get = (documentRef: unknown) => act(getQuote)(documentRef, {});

const sent = async (fields: commerce.QuoteFields = {}) => {
  const { documentRef } = await create(fields);
  await publish(documentRef);
  return documentRef as string;
};
const idOf = (documentRef: unknown) => (documentRef as string).slice('quote:'.length);
const refusalOf = async (work: Promise<unknown>): Promise<string> => {
  const error: unknown = await work.then(
    () => 'not refused',
    (refusal: unknown) => refusal,
  );
  if (!(error instanceof Refusal)) throw error;
  const { reason, issues = [] } = error.details;
  const found = issues.map(({ path, code }) => `${path.join('.')}: ${code}`);
  return [error.code, reason, ...found].filter(Boolean).join(' ');
};
const announced = async () =>
  (await quoteEvents(service, context.organizationId)).map(
    ({ subject, quote }) => `${subject.split('.').at(-1)} v${quote.version} ${quote.status}`,
  );

describe('a new quote', () => {
  it('a new quote has a folio, is valid for thirty days, and has the totals of its invoice', async () => {
    const quote = await create({ notes: 'Gracias' });
    expect(quote).toEqual({
      documentRef: expect.stringMatching(/^quote:/),
      category: 'quote',
      folioNumber: 1,
      currency: 'MXN',
      status: 'draft',
      customerName: 'Eva',
      notes: 'Gracias',
      issueDate: '2026-11-21',
      validUntil: '2026-12-21',
      items: [
        {
          lineRef: '1',
          description: 'Silla',
          quantity: 2,
          unitPrice: 100,
          taxability: 'standard',
          taxRate: 0.16,
          satProductCode: '56101504',
          satUnitCode: 'H87',
        },
      ],
      totals: {
        subtotal: 200,
        taxes: 32,
        total: 232,
        taxBreakdown: [
          {
            type: 'IVA',
            factor: 'Tasa',
            rate: 0.16,
            withholding: false,
            base: 200,
            amount: 32,
            label: 'IVA 16 %',
          },
        ],
      },
      createdAt: '2026-11-21T15:00:00.000Z',
      updatedAt: '2026-11-21T15:00:00.000Z',
    });
    expect(await create()).toMatchObject({ folioNumber: 2 });
    expect(await announced()).toEqual([]);
  });

  it("a new quote uses the customer's name, address and agreed prices, on the day at its location", async () => {
    service.setClock('2026-11-22T05:30:00.000Z');
    const productId = await addProduct(service, context, {
      satProductCode: '56101504',
      satUnitCode: 'H87',
      taxIncluded: true,
    });
    const customerId = await addContact(service, context, { email: 'eva@example.com' });
    const locationId = await addLocation(service, context, { postalCode: '22000' });
    await service.answer(putPriceOverride, context, {
      fields: { productId, customerId, price: '95' },
    });
    const line = { kind: 'product', productId, quantity: '3' };
    const quote = await create({
      customerName: undefined,
      customerId,
      locationId,
      items: { entries: [line as never] },
    });
    expect(quote).toMatchObject({
      customerId,
      customerName: 'ESCUELA KEMPER URGATE',
      customerEmail: 'eva@example.com',
      locationId,
      locationName: 'Sucursal',
      issueDate: '2026-11-21',
      items: [{ productId, unitPrice: 95, taxIncluded: true, description: 'Silla' }],
      totals: { total: 285 },
    });
  });

  it('a new quote is rejected with all errors together', async () => {
    const free = { ...custom, unitPrice: undefined } as never;
    const terms = { installmentCount: 61, firstDue: undefined, recurrence: undefined };
    const fields = {
      customerName: undefined,
      settlementTerms: terms,
      items: { entries: [free] },
      issueDate: '2026-11-21',
      validUntil: '2026-11-20',
    };
    expect(await refusalOf(create(fields))).toBe(
      [
        'validation_error',
        'items.0.unitPrice: unit_price_missing',
        'items.0.unitPrice: unit_price_zero',
        'settlementTerms.installmentCount: installment_count_out_of_range',
        'settlementTerms.firstDue: first_due_invalid',
        'settlementTerms.recurrence: recurrence_invalid',
        'customerName: customer_missing',
        'validUntil: valid_until_before_issue',
      ].join(' '),
    );
    const unknown = { customerId: 'x', items: { entries: [{ ...custom, kind: 'product', productId: 'y' }] } }; // prettier-ignore
    expect(await refusalOf(create(unknown))).toBe(
      'not_found customerId: contact_not_found items.0.productId: product_not_found',
    );
    expect(await refusalOf(create({ items: undefined }))).toBe(
      'validation_error items: items_missing',
    );
  });

  it('a new quote must expire before the year 9999, and its charge is limited to the maximum charge of a receipt', async () => {
    const lastDay = '9999-12-31';
    expect(await refusalOf(create({ validUntil: lastDay }))).toBe(
      'validation_error validUntil: date_invalid',
    );
    expect(await refusalOf(create({ issueDate: lastDay }))).toBe(
      'validation_error issueDate: date_invalid validUntil: date_invalid',
    );
    const dear = { ...custom, quantity: '999999999', unitPrice: '999999999' };
    expect(await refusalOf(create({ items: { entries: [dear] } }))).toBe(
      'validation_error items: total_too_large',
    );
  });

  it('a new quote can have settlement terms only for a customer with credit', async () => {
    const settlementTerms = {
      installmentCount: 3,
      firstDue: { kind: 'months_after_transaction', months: 1 },
      recurrence: { kind: 'last_day' },
    };
    const customerId = await addContact(service, context);
    expect(await refusalOf(create({ customerId, settlementTerms }))).toBe(
      'validation_error settlementTerms: credit_not_enabled',
    );
    const trusted = await addContact(service, context, { creditEnabled: true });
    expect(await create({ customerId: trusted, settlementTerms })).toMatchObject({
      settlementTerms,
    });
  });

  it('concurrent requests for new quotes use each folio once', async () => {
    const made = await Promise.all(Array.from({ length: 8 }, () => create()));
    const folios = made.map(({ folioNumber }) => folioNumber as number);
    expect(folios.sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });
});

describe('changes', () => {
  it('changes apply immediately to a draft, and fields that are not given keep their values and prices', async () => {
    const { documentRef } = await create({ notes: 'Gracias', customerEmail: 'a@example.com' });
    const changed = await update(documentRef, { customerName: 'Ana' }, ['notes']);
    expect(changed).toMatchObject({
      customerName: 'Ana',
      customerEmail: 'a@example.com',
      totals: { total: 232 },
      items: [{ unitPrice: 100 }],
    });
    expect(changed).not.toHaveProperty('notes');
    const more = { ...custom, quantity: '1', discount: '10' };
    const discounted = await update(documentRef, { items: { entries: [custom, more] } });
    expect(discounted).toMatchObject({
      totals: { subtotal: 300, discount: 10, taxes: 46.4, total: 336.4 },
      items: [{ lineRef: '1' }, { lineRef: '2', discount: 10 }],
    });
  });

  it('changes of a published quote are pending until the quote is published again', async () => {
    const documentRef = await sent();
    const waiting = await update(documentRef, { customerName: 'Ana' });
    expect(waiting).toMatchObject({
      customerName: 'Eva',
      status: 'sent',
      revisionNumber: 1,
      pendingRevision: { customerName: 'Ana', totals: { total: 232 } },
    });
    await update(documentRef, { items: { entries: [{ ...custom, quantity: '1' }] } });
    service.setClock('2026-11-22T15:00:00.000Z');
    const again = await publish(documentRef);
    expect(again).toMatchObject({
      customerName: 'Ana',
      totals: { total: 116 },
      revisionNumber: 2,
      sentAt: '2026-11-21T15:00:00.000Z',
      lastPublishedAt: '2026-11-22T15:00:00.000Z',
    });
    expect(again).not.toHaveProperty('pendingRevision');
    expect(await announced()).toEqual(['published v2 sent', 'published v5 sent']);
  });

  it('publishing a quote without a difference keeps the revision that the buyer has read', async () => {
    const documentRef = await sent();
    expect(await publish(documentRef)).toMatchObject({ revisionNumber: 1 });
    await update(documentRef, { customerName: 'Eva' });
    const again = await publish(documentRef);
    expect(again).toMatchObject({ status: 'sent', revisionNumber: 1 });
    expect(again).not.toHaveProperty('pendingRevision');
    expect(await accept(documentRef, { revisionNumber: 1 })).toMatchObject({ status: 'accepted' });
  });
});

describe('the page of a quote', () => {
  it('the page of a quote keeps its URL for all revisions, and remains available after the quote expires', async () => {
    const { documentRef } = await create();
    const { publicLink: first } = await publish(documentRef);
    expect(first).toEqual({ linkId: expect.any(String), expiresAt: '2027-01-21T06:00:00.000Z' });
    await update(documentRef, { validUntil: '2026-12-31' });
    const { publicLink: second } = await publish(documentRef);
    expect(second).toEqual({ ...(first as object), expiresAt: '2027-01-31T06:00:00.000Z' });
    expect(await get(documentRef)).not.toHaveProperty('publicLink');
  });
});

describe('an acceptance', () => {
  const fiscalCustomer = {
    rfc: 'EKU9003173C9',
    legalName: 'ESCUELA KEMPER URGATE',
    taxSystem: '601',
    postalCode: '42501',
    cfdiUse: 'G03',
    email: 'eva@example.com',
  };
  const named = { fiscalTreatment: 'specific_counterparty', invoiceRequested: true };

  it('an acceptance freezes totals and fiscal data, and drops pending changes', async () => {
    const documentRef = await sent();
    await update(documentRef, { customerName: 'Ana' });
    const accepted = await accept(documentRef, { ...named, fiscalCustomer });
    expect(accepted).toMatchObject({
      status: 'accepted',
      customerName: 'Eva',
      acceptance: {
        ...named,
        fiscalCustomer,
        acceptedAt: '2026-11-21T15:00:00.000Z',
        fiscalTotals: { total: 232, taxBreakdown: [{ base: 200 }] },
      },
    });
    expect(accepted).not.toHaveProperty('pendingRevision');
    const [, { quote }] = (await quoteEvents(service, context.organizationId)) as [
      unknown,
      { quote: commerce.Quote },
    ];
    expect(quote).toMatchObject({
      status: 'accepted',
      revisionNumber: 1,
      issueDate: '2026-11-21',
      acceptance: { fiscalCustomer, fiscalTotals: { total: '232.00' } },
      items: [{ lineRef: '1', quantity: '2', unitPrice: '100' }],
    });
    expect(await refusalOf(update(documentRef, {}))).toBe('conflict accepted');
  });

  it("an acceptance uses the fiscal data of the customer's contact, and reports missing data", async () => {
    const { email, postalCode, ...facts } = fiscalCustomer;
    const address = { postalCode, country: 'MEX' };
    const customerId = await addContact(service, context, { ...facts, email, address });
    const documentRef = await sent({ customerId });
    expect(await accept(documentRef, named)).toMatchObject({ acceptance: { fiscalCustomer } });
    const bare = await addContact(service, context, { rfc: facts.rfc });
    expect(await refusalOf(accept(await sent({ customerId: bare }), named))).toBe(
      'validation_error fiscalCustomer.taxSystem: required fiscalCustomer.postalCode: required ' +
        'fiscalCustomer.cfdiUse: required fiscalCustomer.email: required',
    );
  });

  it('an acceptance validates fiscal data with the rules of a contact', async () => {
    const wrong = { ...fiscalCustomer, taxSystem: '605', legalName: 'KEMPER S.A. DE C.V.' };
    expect(await refusalOf(accept(await sent(), { ...named, fiscalCustomer: wrong }))).toBe(
      'validation_error fiscalCustomer.legalName: capital_regime_in_name ' +
        'fiscalCustomer.taxSystem: tax_system_not_allowed ' +
        'fiscalCustomer.cfdiUse: cfdi_use_not_allowed',
    );
  });

  it('an acceptance requires the revision that the buyer has seen', async () => {
    const documentRef = await sent();
    await update(documentRef, { notes: 'Entrega el lunes.' });
    await publish(documentRef);
    expect(await refusalOf(accept(documentRef))).toBe(
      'conflict revision_changed revisionNumber: revision_changed',
    );
    expect(await accept(documentRef, { revisionNumber: 2 })).toMatchObject({ status: 'accepted' });
  });

  it('an acceptance succeeds once for two concurrent buyers', async () => {
    const documentRef = await sent();
    const both = await Promise.allSettled([accept(documentRef), accept(documentRef)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const [late] = both.filter((one) => one.status === 'rejected');
    expect(late!.reason).toMatchObject({ code: 'conflict', details: { reason: 'accepted' } });
    expect(await announced()).toEqual(['published v2 sent', 'accepted v3 accepted']);
  });
});

describe('an offer', () => {
  /** The second time is after the last day in Hidalgo, where midnight is 06:00 UTC. */
  const [lastMinute, over] = ['2026-12-22T05:59:59.000Z', '2026-12-22T06:00:00.000Z'];

  it('an offer expires after its last day at the location, even before the job runs', async () => {
    const [first, second] = [await sent(), await sent()];
    service.setClock(lastMinute);
    expect(await accept(first)).toMatchObject({ status: 'accepted' });
    service.setClock(over);
    expect(await refusalOf(accept(second))).toBe('conflict expired');
    expect(await refusalOf(publish(second))).toBe(
      'conflict valid_until_passed validUntil: valid_until_passed',
    );
  });

  it('an offer is immediately read as expired, even before the job has stored the expiry', async () => {
    const statusOf = async (documentRef: unknown) => (await get(documentRef))['status'];
    const [offered, written, canceled] = [await sent(), await sent(), await sent()];
    const { documentRef: draft } = await create();
    await cancel(canceled);
    const found = async (status: string, more: object = {}) => {
      const request = { status, ...more } as commerce.ListQuotesRequest;
      const { data, pagination } = await service.page(listQuotes, context, request);
      for (const shown of data) expect(shown['status']).toBe(status);
      const folios = data.map(({ folioNumber }) => folioNumber);
      return { folios, cursor: pagination.nextCursor };
    };
    service.setClock(lastMinute);
    expect(await statusOf(offered)).toBe('sent');
    expect((await found('sent')).folios).toEqual([2, 1]);
    expect((await found('expired')).folios).toEqual([]);
    service.setClock(over);
    await expireQuote(service.runtime, context, idOf(written));
    for (const ended of [offered, written, draft]) expect(await statusOf(ended)).toBe('expired');
    expect(await statusOf(canceled)).toBe('canceled');
    expect((await found('sent')).folios).toEqual([]);
    expect((await found('draft')).folios).toEqual([]);
    const first = await found('expired', { page: { limit: 2 } });
    expect(first.folios).toEqual([4, 2]);
    const rest = await found('expired', { page: { limit: 2, cursor: first.cursor } });
    expect(rest).toEqual({ folios: [1], cursor: null });
    expect(await announced()).toContain('expired v3 expired');
    expect((await announced()).filter((one) => one.startsWith('expired'))).toHaveLength(1);
  });

  it('the job marks an offer as expired once, and a later last day renews the offer', async () => {
    const documentRef = await sent();
    service.setClock(over);
    const expire = () => expireQuote(service.runtime, context, idOf(documentRef));
    const worked = await Promise.all([expire(), expire()]);
    expect(worked.sort()).toEqual([false, true]);
    expect(await get(documentRef)).toMatchObject({ status: 'expired' });
    await update(documentRef, { validUntil: '2027-01-31' });
    expect(await publish(documentRef)).toMatchObject({
      status: 'sent',
      validUntil: '2027-01-31',
      revisionNumber: 2,
    });
    expect(await announced()).toEqual([
      'published v2 sent',
      'expired v3 expired',
      'published v5 sent',
    ]);
  });

  it('an offer expires by the advanced clock of its organization', async () => {
    const documentRef = await sent();
    const clockAheadMs = Date.parse(over) - service.runtime.now().getTime();
    const expire = (of: CallContext) => expireQuote(service.runtime, of, idOf(documentRef));
    expect(await expire(context)).toBe(false);
    expect(await expire({ ...context, clockAheadMs })).toBe(true);
    expect(await get(documentRef)).toMatchObject({ status: 'expired' });
  });

  it("the job marks an offer as expired at the organization's local time", async () => {
    const documentRef = await sent();
    const own = context;
    context = callContext();
    const others = await sent();
    const aheadMs = Date.parse(over) - service.runtime.now().getTime();
    const aheadMsOf = (organizationId: string) =>
      organizationId === own.organizationId ? aheadMs : undefined;
    await service.rows('insert into organization_clocks (org_id, ahead_ms) values ($1, $2)', [
      own.organizationId,
      aheadMs,
    ]);
    const systemPool = testPool(service.database.systemUrl, 1);
    const runtime = { ...service.runtime, clocks: { aheadMsOf } as never };
    const job = createQuoteExpiry({ runtime, systemPool });
    await job.pass();
    await Promise.all([job.stop(), systemPool.end()]);
    const states = await service.rows('select id, status from quotes where id = any($1::uuid[])', [
      [documentRef, others].map(idOf),
    ]);
    expect(states).toEqual(
      expect.arrayContaining([
        { id: idOf(documentRef), status: 'expired' },
        { id: idOf(others), status: 'sent' },
      ]),
    );
  });

  it('an offer does not expire after it was accepted or canceled', async () => {
    const documentRef = await sent();
    await cancel(documentRef);
    service.setClock(over);
    expect(await expireQuote(service.runtime, context, idOf(documentRef))).toBe(false);
    expect(await refusalOf(cancel(documentRef))).toBe('conflict canceled');
    expect(await announced()).toEqual(['published v2 sent', 'canceled v3 canceled']);
  });
});

describe('the list', () => {
  it('the list filters quotes by status, customer, issue date and words', async () => {
    const customerId = await addContact(service, context);
    const dates = { issueDate: '2026-10-01', validUntil: '2026-12-31' };
    const one = await create({ customerId, ...dates });
    const two = await create({ customerName: 'Ñandú' });
    await publish(two.documentRef);
    const found = async (request: object) =>
      (await service.page(listQuotes, context, request)).data.map(({ folioNumber }) => folioNumber);
    expect(await found({})).toEqual([2, 1]);
    expect(await found({ status: 'draft' })).toEqual([1]);
    expect(await found({ customerId })).toEqual([1]);
    expect(await found({ customerId: 'x' })).toEqual([]);
    expect(await found({ page: { dateTo: '2026-10-31' } })).toEqual([1]);
    expect(await found({ page: { query: 'nandu' } })).toEqual([2]);
    expect(await get(one.documentRef)).toEqual(one);
  });
});

describe('quote mails', () => {
  let mails: { key: string; mail: FileMail }[];
  let failure: Error | undefined;
  const paper: SalesPaper<CallContext> = {
    print: (_, document) => Promise.resolve(Buffer.from(JSON.stringify(document))),
    mailWay: () => Promise.resolve('mailbox'),
    mail: (_, key, mail) => {
      if (failure) return Promise.reject(failure);
      return Promise.resolve(void mails.push({ key, mail }));
    },
  };
  const runtime = () => ({
    ...service.runtime,
    providers: { pages, paper },
  });
  const mail = (documentRef: string) => mailQuote(runtime(), context, idOf(documentRef));
  beforeEach(() => {
    mails = [];
    failure = undefined;
  });

  it("the mail of a published quote contains the PDF in the customer's language", async () => {
    const customer = { legalName: 'ACME INC', documentLanguage: 'es-en' };
    const customerId = await addContact(service, context, customer);
    const documentRef = await sent({ customerId, customerEmail: 'eva@example.com' });
    await mail(documentRef);
    const printed = JSON.parse(Buffer.from(mails[0]!.mail.content).toString()) as object;
    expect(printed).toMatchObject({ language: 'es-en', title: 'Cotización / Quote' });
    expect(mails[0]!.mail.subject).toBe('Cotización 1 / Quote 1');
    expect(mails[0]!.mail.text).toContain('valid until 2026-12-21');
  });

  it('the mail of a published quote is queued once per revision, with the PDF', async () => {
    const documentRef = await sent({ customerEmail: 'eva@example.com' });
    const worked = await Promise.all([mail(documentRef), mail(documentRef)]);
    expect(worked.sort()).toEqual([false, true]);
    expect(mails.map(({ key }) => key)).toEqual([`${documentRef}:2026-11-21T15:00:00.000Z`]);
    const first = mails[0]!.mail;
    expect(first).toMatchObject({
      documentRef,
      recipients: ['eva@example.com'],
      subject: 'Cotización 1',
      fileName: 'cotizacion-1.pdf',
      contentType: 'application/pdf',
    });
    expect(first.text).toContain('vigente hasta 2026-12-21');
    expect(first.text).toMatch(/\nhttps:\/\/\S+\/p\/\S{22}\n/);
    const [url] = /https:\/\/\S+/.exec(first.text)!;
    const printed = JSON.parse(Buffer.from(first.content).toString()) as object;
    expect(printed).toMatchObject({ total: '232.00', qr: { url } });
    service.setClock('2026-11-21T16:00:00.000Z');
    await publish(documentRef, { message: 'Hola' });
    await mail(documentRef);
    expect(mails[1]).toMatchObject({
      key: `${documentRef}:2026-11-21T16:00:00.000Z`,
      mail: { text: expect.stringMatching(/^Hola\n/) as string },
    });
  });

  it('in a sandbox without a mail server, the response for a published quote states where the mail can be read', async () => {
    const warnings = async (fields: object) => {
      const { documentRef } = await create(fields);
      const answer = await publishQuote.run(runtime(), context, {
        documentRef: documentRef as string,
      });
      return (JSON.parse(answer.toString()) as { warnings?: object[] }).warnings;
    };
    expect(await warnings({ customerEmail: 'eva@example.com' })).toEqual([
      expect.objectContaining({ code: 'mail_in_mailbox' }),
    ]);
    expect(await warnings({})).toBeUndefined();
  });

  it('the mail of a published quote is not queued without an address or without a request for the mail', async () => {
    const { documentRef } = await create({ customerEmail: 'eva@example.com' });
    await publish(documentRef, { sendEmail: false });
    expect(await mail(documentRef as string)).toBe(false);
    expect(await mail(await sent())).toBe(false);
  });

  it('the mail of a published quote is rejected if it is requested without an address', async () => {
    const { documentRef } = await create();
    expect(await refusalOf(publish(documentRef, { sendEmail: true }))).toBe(
      'validation_error sendEmail: quote_email_missing',
    );
    expect(await get(documentRef)).toMatchObject({ status: 'draft' });
  });

  it('the mail of a published quote is sent again after a failure, and dropped without a mail server', async () => {
    const documentRef = await sent({ customerEmail: 'eva@example.com' });
    failure = new Refusal('provider_unavailable', 'Later.', { retryable: true });
    await expect(mail(documentRef)).rejects.toThrow('Later.');
    expect(await mail(documentRef)).toBe(false);
    service.setClock('2026-11-21T15:01:00.000Z');
    failure = undefined;
    expect(await mail(documentRef)).toBe(true);
    expect(mails).toHaveLength(1);
    const other = await sent({ customerEmail: 'eva@example.com' });
    failure = new Refusal('provider_unavailable', 'None.', { reason: 'mail_not_configured' });
    expect(await mail(other)).toBe(true);
    failure = undefined;
    service.setClock('2026-11-21T16:00:00.000Z');
    expect(await mail(other)).toBe(false);
  });

  it('the mail of a published quote contains the same file as downloadDocument', async () => {
    const documentRef = await sent();
    const file = (format: string, language?: string) =>
      downloadDocument.run(runtime(), context, { documentRef, format, language });
    expect(await file('pdf')).toMatchObject({ fileName: 'cotizacion-1.pdf' });
    expect(await file('pdf', 'en')).toMatchObject({ fileName: 'quote-1.pdf' });
    expect(await file('pdf', 'es-en')).toMatchObject({ fileName: 'cotizacion-1.pdf' });
    expect(await refusalOf(file('xml'))).toBe('validation_error format: format_not_available');
  });
});
