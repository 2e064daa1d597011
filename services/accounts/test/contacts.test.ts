import { setTimeout as sleep } from 'node:timers/promises';
import { commerce } from '@timbre/contract';
import {
  createRun,
  newId,
  TooMuchTogether,
  type CallContext,
  type ReceivedEvent,
  type Transaction,
} from '@timbre/kit';
import { callContext, type ServiceRuntime } from '@timbre/testkit';
import { factsOfCfdi } from '../src/domain/facts';
import { onContacts } from '../src/events/on-contact';
import { listCollectionCalendar } from '../src/operations/list-collection-calendar';
import { listReceivables } from '../src/operations/list-receivables';
import { recordPayablePayment } from '../src/operations/record-payable-payment';
import { recordReceivablePayment } from '../src/operations/record-receivable-payment';
import { adoptDocuments } from '../src/workflows/adopt-documents';
import { postFacts } from '../src/workflows/post-facts';
import { booksOf, canceled, cfdiOf, startAccounts, deliverCfdi, violationsOf } from './accounts';

let service: ServiceRuntime;
const gone = new Set<string>();
beforeAll(async () => {
  service = await startAccounts({ cfdi: new Map(), contacts: new Map(), gone });
});
afterAll(() => service.close());
afterEach(async () => expect(await violationsOf(service)).toEqual([]));

let context: CallContext;
let customerId: string;
beforeEach(() => {
  context = callContext();
  customerId = newId();
});

const rfc = 'URE180429TM6';
const contact = (
  fields: Partial<commerce.ContactFields>,
  changes: Partial<commerce.Contact> = {},
) =>
  ({
    contactId: customerId,
    version: 1,
    kind: 'customer',
    deleted: false,
    fields: { legalName: 'Ana', ...fields },
    ...changes,
  }) as commerce.Contact;
const deliverContacts = (...contacts: commerce.Contact[]) =>
  createRun(service.runtime, context).step((tx) =>
    onContacts(
      contacts.map((one) => ({ payload: commerce.Contact.encode(one).finish() }) as ReceivedEvent),
      tx,
    ),
  );
const calendar = async () =>
  (await service.page(listCollectionCalendar, context, {} as never)).data;

it('an invoice that arrives before its customer gets the payment terms of the customer', async () => {
  const known = contact({ defaultPaymentTermDays: 30 });
  const invoice = cfdiOf({ customerId });
  await deliverCfdi(service, context, invoice);
  expect(await calendar()).toMatchObject([{ kind: 'due_date', dueOn: '2026-11-10' }]);
  await deliverContacts(known);
  const installment = { kind: 'due_date', dueOn: '2026-12-10', customerName: 'Ana', open: 1160 };
  expect(await calendar()).toMatchObject([installment]);
  await deliverContacts({
    ...known,
    version: 2,
    fields: { ...known.fields!, defaultPaymentTermDays: 5 },
  });
  expect(await calendar()).toMatchObject([installment]);
});

it('an invoice that names only an RFC is assigned to the only customer with this RFC', async () => {
  const invoice = cfdiOf({ customerId: undefined });
  const ref = `cfdi:${invoice.cfdiId}`;
  await deliverCfdi(service, context, invoice);
  expect(await booksOf(service, context)).toEqual({
    [`receivable:${rfc}:${ref}`]: 1160,
    sales: -1160,
  });
  await deliverContacts(contact({ rfc, defaultPaymentTermDays: 30 }));
  const owed = { [`receivable:${customerId}:${ref}`]: 1160, sales: -1160 };
  expect(await booksOf(service, context)).toEqual(owed);
  expect(await calendar()).toMatchObject([{ customerId, dueOn: '2026-12-10' }]);
  const { data } = await service.page(listReceivables, context, {} as never);
  expect(data).toMatchObject([{ customerId, total: 1160, openDocuments: 1 }]);
  const kept = await service.rows<{ contact: string; amount: number }>(
    `select contact, sum(amount)::float8 as amount from transactions where org_id = $1
     group by contact`,
    [context.organizationId],
  );
  expect(Object.fromEntries(kept.map(({ contact: name, amount }) => [name, amount]))).toEqual({
    [rfc]: 0,
    [customerId]: 1160,
  });
});

it('a canceled invoice that names only an RFC does not stop the assignment of other documents', async () => {
  const [gone, invoice] = [cfdiOf({ customerId: undefined }), cfdiOf({ customerId: undefined })];
  await deliverCfdi(service, context, gone);
  await deliverCfdi(service, context, canceled(gone));
  await deliverCfdi(service, context, invoice);
  await deliverContacts(contact({ rfc }));
  expect(await booksOf(service, context)).toEqual({
    [`receivable:${customerId}:cfdi:${invoice.cfdiId}`]: 1160,
    sales: -1160,
  });
  const { data } = await service.page(listReceivables, context, {} as never);
  expect(data).toMatchObject([{ customerId, total: 1160, openDocuments: 1 }]);
});

it('an invoice that names only an RFC stays unassigned if two customers have this RFC', async () => {
  await deliverContacts(contact({ rfc }, { contactId: newId() }));
  await deliverContacts(contact({ rfc }));
  const invoice = cfdiOf({ customerId: undefined });
  await deliverCfdi(service, context, invoice);
  await deliverContacts(contact({ rfc }, { version: 2 }));
  const account = `receivable:${rfc}:cfdi:${invoice.cfdiId}`;
  expect(await booksOf(service, context)).toMatchObject({ [account]: 1160 });
});

it('invoices that were paid at once are assigned to the only contact with their RFC', async () => {
  const [contactId, other] = [newId(), newId()];
  await service.rows(
    `insert into contacts (org_id, id, version, kind, rfc, deleted)
     select $1, x.*, x.kind = 'supplier' from unnest($2::uuid[], '{1,1}'::int[],
       '{customer,supplier}'::text[], array[$3, $3]::text[]) x (id, version, kind, rfc)`,
    [context.organizationId, [contactId, other], 'EKU9003173C9'],
  );
  for (const counterpartyRfc of ['EKU9003173C9', 'XIA190128J61', 'XAXX010101000']) {
    const paid = { methodCode: 'PUE', customerId: undefined, counterpartyRfc };
    await deliverCfdi(service, context, cfdiOf(paid));
  }
  const rows = await service.rows<{ contact: string }>(
    'select contact from documents where org_id = $1 order by ref',
    [context.organizationId],
  );
  const owners = rows.map(({ contact }) => contact);
  expect(owners).toEqual([contactId, 'XIA190128J61', 'XAXX010101000']);
});

it('waiting contact events are stored together: the newest state of each contact, and its documents', async () => {
  const invoice = cfdiOf({ customerId: undefined, counterpartyRfc: rfc });
  await deliverCfdi(service, context, invoice);
  const [other, twin] = [newId(), newId()];
  await deliverContacts(
    contact({ rfc, defaultPaymentTermDays: 30 }, { version: 2 }),
    contact({ legalName: 'Before' }),
    contact({ rfc: 'EKU9003173C9' }, { contactId: other }),
    contact({ rfc: 'EKU9003173C9' }, { contactId: twin }),
  );
  const stored = await service.rows(
    'select id, version, legal_name as name from contacts where org_id = $1 order by version desc, id',
    [context.organizationId],
  );
  const ids = [other, twin].toSorted();
  expect(stored).toEqual([
    { id: customerId, version: 2, name: 'Ana' },
    ...ids.map((id) => ({ id, version: 1, name: 'Ana' })),
  ]);
  expect(await calendar()).toMatchObject([{ customerId, kind: 'due_date' }]);
});

it('a contact whose creation and deletion arrive together keeps its name and RFC', async () => {
  const deletion = contact({}, { version: 3, deleted: true, fields: undefined as never });
  await deliverContacts(
    contact({ legalName: 'Before' }),
    contact({ rfc, defaultPaymentTermDays: 30 }, { version: 2 }),
    deletion,
  );
  const stored = await service.rows(
    'select version, rfc, legal_name as name, default_term_days as days, deleted from contacts where org_id = $1',
    [context.organizationId],
  );
  expect(stored).toEqual([{ version: 3, rfc, name: 'Ana', days: null, deleted: true }]);
});

it('contacts are stored one by one if too many documents would be assigned to them', async () => {
  for (let n = 0; n < 101; n += 1) {
    await deliverCfdi(service, context, cfdiOf({ customerId: undefined, counterpartyRfc: rfc }));
  }
  const both = [contact({ rfc }), contact({}, { contactId: newId() })];
  await expect(deliverContacts(...both)).rejects.toThrow(TooMuchTogether);
  const counted = () =>
    service.rows(
      `select (select count(*)::int from contacts where org_id = $1) as contacts,
         (select count(*)::int from documents where org_id = $1 and contact = $2) as documents`,
      [context.organizationId, customerId],
    );
  expect(await counted()).toEqual([{ contacts: 0, documents: 0 }]);
  for (const one of both) await deliverContacts(one);
  expect(await counted()).toEqual([{ contacts: 2, documents: 101 }]);
});

describe('storing a document and its contact at the same time', () => {
  /**
   * Runs two steps concurrently: one step commits only after the other step has ended or waits for its
   * lock.
   */
  const atOnce = async (
    held: (tx: Transaction) => Promise<unknown>,
    other: () => Promise<unknown>,
  ): Promise<void> => {
    const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const first = createRun(service.runtime, context).step(async (tx) => {
      await held(tx);
      reached.resolve();
      await released.promise;
    });
    await reached.promise;
    const second = other();
    let isOver = false;
    const settled = () => (isOver = true);
    void second.then(settled, settled);
    const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock'
      and datname = current_database()`;
    while (!isOver && (await service.rows(waiting)).length === 0) await sleep(20);
    released.resolve();
    await Promise.all([first, second]);
  };

  it.each(['document', 'contact'])(
    'a document and its contact are linked if both are stored at the same time and the %s commits last',
    async (last) => {
      const known = contact({ rfc, defaultPaymentTermDays: 30 });
      const invoice = cfdiOf({ customerId: undefined });
      const post = (tx: Transaction) => postFacts(tx, factsOfCfdi(invoice)!, 'event');
      const step = (work: (tx: Transaction) => Promise<unknown>) => () =>
        createRun(service.runtime, context).step(work);
      const adopt = (tx: Transaction) => adoptDocuments(tx, [known]);
      await (last === 'document' ? atOnce(post, step(adopt)) : atOnce(adopt, step(post)));
      expect(await calendar()).toMatchObject([{ customerId, dueOn: '2026-12-10' }]);
      expect(await booksOf(service, context)).toEqual({
        [`receivable:${customerId}:cfdi:${invoice.cfdiId}`]: 1160,
        sales: -1160,
      });
    },
  );
});

it('a payment for a deleted customer is accepted only up to the open balance', async () => {
  const gone = () => deliverContacts(contact({}, { version: 2, deleted: true }));
  const pay = (amount: string) =>
    service.answer(recordReceivablePayment, context, {
      customerId,
      payment: {
        amount,
        currency: 'MXN',
        formCode: '03',
        paidOn: '2026-11-20',
        source: 'money',
        applications: [],
        useCredit: false,
      },
    });
  await deliverContacts(contact({}));
  await pay('5');
  await gone();
  await expect(pay('1')).rejects.toMatchObject({ code: 'not_found' });
  await deliverCfdi(service, context, cfdiOf({ customerId }));
  await pay('1160');
  await expect(pay('1')).rejects.toMatchObject({ code: 'not_found' });
});

describe('payments for a deleted contact whose event has not arrived', () => {
  const payment = {
    amount: '100',
    currency: 'MXN',
    formCode: '03',
    paidOn: '2026-11-20',
    source: 'money',
    applications: [],
    useCredit: false,
  };

  it('a payment for a deleted contact is refused if it would leave credit without an owner', async () => {
    await deliverContacts(contact({}));
    gone.add(customerId);
    const paid = service.answer(recordReceivablePayment, context, { customerId, payment });
    await expect(paid).rejects.toMatchObject({ code: 'not_found' });
    expect(await booksOf(service, context)).toEqual({});
  });

  it('a payment to a deleted supplier is refused if it would leave an advance', async () => {
    await deliverContacts(contact({}, { kind: 'supplier' }));
    gone.add(customerId);
    const asked = { supplierId: customerId, payment };
    const paid = service.answer(recordPayablePayment, context, asked);
    await expect(paid).rejects.toMatchObject({ code: 'not_found' });
    expect(await booksOf(service, context)).toEqual({});
  });
});
