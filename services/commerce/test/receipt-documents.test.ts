import { setTimeout as sleep } from 'node:timers/promises';
import { accounts, type commerce, type fiscalCfdi } from '@timbre/contract';
import {
  conflict,
  createRun,
  invalid,
  newId,
  Refusal,
  unavailable,
  type Issue,
  type ReceivedEvent,
} from '@timbre/kit';
import { callContext, withKey, type ServiceRuntime } from '@timbre/testkit';
import { onReceivablesChanged } from '../src/events/on-balance-changed';
import { createGlobalInvoice } from '../src/operations/create-global-invoice';
import { createSalesReceipt } from '../src/operations/create-sales-receipt';
import { invoiceSalesReceipt } from '../src/operations/invoice-sales-receipt';
import { listSalesReceiptRefunds } from '../src/operations/list-sales-receipt-refunds';
import { refundSalesReceipt } from '../src/operations/refund-sales-receipt';
import { draftCreditNote } from '../src/workflows/credit-note';
import { createDocumentFollower } from '../src/jobs/follow-documents';
import { followCfdi } from '../src/workflows/follow-cfdi';
import { selfInvoice } from '../src/workflows/self-invoice';
import { createSelfInvoiceLink } from '../src/operations/create-self-invoice-link';
import type { FiscalProviders } from '../src/workflows/fiscal-drafts';
import type { PageProviders } from '../src/workflows/public-links';
import { addContact, addSoldProduct, saleOf, sold, startCommerce } from './commerce';
import { fiscalDrafts } from './fiscal-drafts';

const { drafts, draftReceiptInvoice } = fiscalDrafts('116.00');
/** Whether the responses of fiscal-cfdi are lost. */
let isLost = false;
/** The refusals of credit notes, stamps, mails and global invoices, if any. */
let [noteRefusal, stampRefusal, mailRefusal, globalRefusal]: (Error | undefined)[] = [];
const [stamped, deleted, sent]: [string[], string[], string[]] = [[], [], []];
const draftNote = ({ key }: { key: string }) =>
  noteRefusal ? Promise.reject(noteRefusal) : draftReceiptInvoice({ key });
const customers: fiscalCfdi.ReceiptCustomer[] = [];
const fiscal = {
  async draftReceiptInvoice(request: fiscalCfdi.DraftReceiptInvoiceRequest) {
    customers.push(request.customer!);
    const draft = await draftReceiptInvoice(request);
    if (isLost) throw unavailable('lost');
    return draft;
  },
  /** Rejects each receipt with the rate 8 %, and counts the receipts of each request. */
  draftGlobalInvoice({ key, receipts }: fiscalCfdi.DraftGlobalInvoiceRequest) {
    if (isLost || globalRefusal) return Promise.reject(globalRefusal ?? unavailable('lost'));
    asked.push(receipts.length);
    forms.push(...receipts.map(({ formCode }) => formCode));
    const issues = receipts.flatMap(({ parts }, index): Issue[] =>
      parts[0]!.taxRate === '0.08' ? [{ path: ['items', index, 'taxRate'], ...notHere }] : [],
    );
    return issues.length > 0 ? Promise.reject(invalid(issues)) : draftReceiptInvoice({ key });
  },
  draftReceiptCreditNote: draftNote,
  draftGlobalCreditNote: draftNote,
  stampCfdi: ({ documentRef }: { documentRef: string }) => {
    if (stampRefusal) return Promise.reject(stampRefusal);
    stamped.push(documentRef);
    return Promise.resolve({});
  },
  sendDocument: ({ documentRef, recipients }: fiscalCfdi.SendDocumentRequest) => {
    sent.push(`${documentRef} to ${recipients.join()}`);
    return mailRefusal ? Promise.reject(mailRefusal) : Promise.resolve({});
  },
  deleteCfdi: ({ documentRef }: { documentRef: string }) => {
    deleted.push(documentRef);
    return Promise.resolve({});
  },
} as unknown as FiscalProviders['fiscal'];

const notHere = { code: 'border_stimulus_not_allowed', message: 'Not here.' };
/** The number of receipts in each requested global invoice. */
const asked: number[] = [];
/** The payment forms of the requested global invoices. */
const forms: string[] = [];

let service: ServiceRuntime<FiscalProviders & PageProviders>;
beforeAll(async () => void (service = await startCommerce({ fiscal })));
afterAll(() => service.close());

it('a repeated request finds the draft whose response was lost, and no other document claims the receipt', async () => {
  const context = callContext();
  const productId = await addSoldProduct(service, context);
  const customerId = await addContact(service, context);
  const sale = saleOf([sold(productId)]);
  const receipt = await service.answer(createSalesReceipt, context, sale);
  const request = {
    documentRef: receipt['documentRef'] as string,
    documentRefs: [],
    addendaValues: {},
    customerId,
  };
  const route = 'POST /v1/sales-receipts/{documentRef}/invoice';
  const keyed = withKey(context, route);
  const invoice = (by = keyed) => service.answer(invoiceSalesReceipt, by, request);
  isLost = true;
  await expect(invoice()).rejects.toMatchObject({ code: 'provider_unavailable' });
  await expect(invoice(withKey(context, route))).rejects.toMatchObject({
    details: { reason: 'being_invoiced' },
  });
  isLost = false;
  const [documentRef] = [...drafts.values()];
  expect(await invoice()).toMatchObject({ documentRef, total: { amount: 116 } });
  expect(drafts.size).toBe(1);
});

it('an unknown customer or a supplier gets no invoice, and the receipt is released', async () => {
  const context = callContext();
  const productId = await addSoldProduct(service, context);
  const receipt = await service.answer(createSalesReceipt, context, saleOf([sold(productId)]));
  const supplierId = await addContact(service, context, { kind: 'supplier' });
  const documentRef = receipt['documentRef'] as string;
  const invoice = (customerId: string) => {
    const by = withKey(context, 'POST /v1/sales-receipts/{documentRef}/invoice');
    const request = { documentRef, documentRefs: [], addendaValues: {}, customerId };
    return service.answer(invoiceSalesReceipt, by, request);
  };
  for (const customerId of [newId(), 'x', supplierId]) {
    await expect(invoice(customerId)).rejects.toMatchObject({
      code: 'not_found',
      details: { issues: [{ path: ['customerId'], code: 'contact_not_found' }] },
    });
  }
  const address = { street: 'Av. Juárez', city: 'Pachuca', postalCode: '42000', country: 'MEX' };
  const customerId = await addContact(service, context, { address, documentLanguage: 'en' });
  expect(await invoice(customerId)).toHaveProperty('documentRef');
  // The data that the printed document shows but its XML does not contain.
  const paper = { address: 'Av. Juárez, Pachuca', documentLanguage: 'en' };
  expect(customers.at(-1)).toMatchObject({ customerId, ...paper });
});

const soldOnce = async (context: ReturnType<typeof callContext>) => {
  const productId = await addSoldProduct(service, context);
  const receipt = await service.answer(createSalesReceipt, context, saleOf([sold(productId)]));
  const ref = receipt['documentRef'] as string;
  return { ref, id: ref.slice('sales_receipt:'.length), day: receipt['businessDate'] as string };
};

it('a global invoice skips a rejected receipt with its reason, and releases the receipt', async () => {
  const context = callContext();
  const receipts = [];
  for (let index = 0; index < 3; index += 1) receipts.push(await soldOnce(context));
  await service.rows(
    `update sales_receipt_lines set item = item || '{"taxRate": "0.08"}' where receipt_id = $1`,
    [receipts[1]!.id],
  );
  const period = receipts[0]!.day;
  const keyed = withKey(context, 'POST /v1/sales-receipts/global-invoices');
  const request = { periodicity: '01', period, documentRefs: [], owed: [] };
  const answer = await service.answer(createGlobalInvoice, keyed, request);
  expect(answer).toMatchObject({
    documents: [{ receiptCount: 2 }],
    skipped: [
      {
        documentRef: receipts[1]!.ref,
        reason: 'invalid',
        issues: [{ path: ['taxRate'], ...notHere }],
      },
    ],
  });
  expect(asked).toEqual([3, 2]);
  const claims = 'select receipt_id from receipt_claims where receipt_id = $1';
  expect(await service.rows(claims, [receipts[1]!.id])).toEqual([]);
  // If all receipts are skipped, the document ends.
  await expect(
    service.answer(createGlobalInvoice, withKey(context, keyed.idempotency!.route), request),
  ).rejects.toMatchObject({ details: { issues: [{ code: notHere.code }] } });
});

it('a refund during the draft of a global invoice is either included or rejected', async () => {
  const context = callContext();
  for (let round = 0; round < 10; round += 1) {
    const { ref, id, day } = await soldOnce(context);
    const keyed = withKey(context, 'POST /v1/sales-receipts/global-invoices');
    const global = { periodicity: '01', period: day, documentRefs: [ref], owed: [] };
    const back = { documentRef: ref, lines: [], method: 'cash_back', restock: true };
    const outcomes = await Promise.allSettled([
      service.answer(refundSalesReceipt, context, back),
      service.answer(createGlobalInvoice, keyed, global),
    ]);
    const reasons = outcomes.map((one) =>
      one.status === 'fulfilled' ? 'done' : (one.reason as Refusal).details.reason,
    );
    const isRefunded = reasons[0] === 'done';
    expect(reasons).toEqual(
      isRefunded ? ['done', 'nothing_to_invoice'] : ['being_invoiced', 'done'],
    );
    expect(await claimsOf(id)).toHaveLength(isRefunded ? 0 : 1);
  }
});

describe('two global invoices', () => {
  const route = 'POST /v1/sales-receipts/global-invoices';

  /**
   * Creates two receipts, each claimed by one document, as in a request above the limit of one
   * document.
   */
  async function begun(context: ReturnType<typeof callContext>) {
    const [one, other] = [await soldOnce(context), await soldOnce(context)];
    const request = { periodicity: '01', period: one.day, documentRefs: [], owed: [] };
    const keyed = withKey(context, route);
    isLost = true;
    await expect(service.answer(createGlobalInvoice, keyed, request)).rejects.toThrow('lost');
    isLost = false;
    const secondId = newId();
    await service.rows(
      `insert into receipt_documents select (jsonb_populate_record(d, jsonb_build_object('id', $2::text))).*
       from receipt_documents d where d.org_id = $1`,
      [context.organizationId, secondId],
    );
    await service.rows('update receipt_claims set document_id = $2 where receipt_id = $1', [
      other.id,
      secondId,
    ]);
    const send = (by = keyed) => service.answer(createGlobalInvoice, by, request);
    return { one, other, send };
  }

  const refuse = ({ id }: { id: string }) =>
    service.rows(
      `update sales_receipt_lines set item = item || '{"taxRate": "0.08"}' where receipt_id = $1`,
      [id],
    );

  it.each(['one', 'other'] as const)(
    'two global invoices of one request draft the other receipts if all receipts of %s are refused',
    async (name) => {
      const context = callContext();
      const { send, ...receipts } = await begun(context);
      const refused = receipts[name];
      await refuse(refused);
      expect(await send()).toMatchObject({
        documents: [{ receiptCount: 1 }],
        skipped: [{ documentRef: refused.ref, reason: 'invalid', issues: [notHere] }],
      });
      expect(await claimsOf(refused.id)).toEqual([]);
    },
  );

  it('two global invoices of one request release all receipts if all receipts are rejected', async () => {
    const context = callContext();
    const { send, one, other } = await begun(context);
    await refuse(one);
    await refuse(other);
    await expect(send()).rejects.toMatchObject({ details: { issues: [notHere] } });
    expect([await claimsOf(one.id), await claimsOf(other.id)]).toEqual([[], []]);
  });

  it('two global invoices of one request release all receipts if the period is rejected', async () => {
    const context = callContext();
    const { send, one, other } = await begun(context);
    globalRefusal = conflict('The month is closed.', 'period_closed');
    await expect(send()).rejects.toBe(globalRefusal);
    globalRefusal = undefined;
    expect([await claimsOf(one.id), await claimsOf(other.id)]).toEqual([[], []]);
    expect(await send(withKey(context, route))).toMatchObject({ documents: [{ receiptCount: 2 }] });
  });
});

/** Returns a receipt in a stamped invoice. */
async function invoicedOnce(context: ReturnType<typeof callContext>) {
  const receipt = await soldOnce(context);
  const { ref, id } = receipt;
  const customerId = await addContact(service, context);
  const by = withKey(context, 'POST /v1/sales-receipts/{documentRef}/invoice');
  await service.answer(invoiceSalesReceipt, by, {
    documentRef: ref,
    documentRefs: [],
    addendaValues: {},
    customerId,
  });
  await service.rows(`update receipt_documents set state = 'stamped' where org_id = $1`, [
    context.organizationId,
  ]);
  await service.rows(`update receipt_claims set state = 'in_force' where receipt_id = $1`, [id]);
  await service.rows(`update sales_receipts set status = 'invoiced' where id = $1`, [id]);
  return receipt;
}

it('a refund shows why its credit note failed, until the credit note is drafted', async () => {
  const context = callContext();
  const { ref, id } = await invoicedOnce(context);
  const asRequest = { documentRef: ref, lines: [], method: 'cash_back', restock: true };
  await service.answer(refundSalesReceipt, context, asRequest);
  const sql = 'select id, due_at from receipt_credit_notes where receipt_id = $1';
  const note = async () => (await service.rows<{ id: string; due_at: Date | null }>(sql, [id]))[0]!;
  const draft = async () =>
    draftCreditNote(createRun(service.runtime, context), { fiscal }, (await note()).id);
  const shown = async () =>
    (await service.page(listSalesReceiptRefunds, context, { documentRef: ref } as never)).data[0];

  noteRefusal = conflict('There is no active CSD.', 'certificate_missing');
  await expect(draft()).rejects.toBe(noteRefusal);
  expect(await shown()).toMatchObject({
    creditNoteStatus: 'failed',
    creditNoteIssues: [
      { path: [], code: 'certificate_missing', message: 'There is no active CSD.' },
    ],
  });
  expect((await note()).due_at).toBeInstanceOf(Date);

  noteRefusal = undefined;
  await draft();
  expect(await shown()).toMatchObject({ creditNoteStatus: 'drafted' });
  expect(await shown()).not.toHaveProperty('creditNoteIssues');
});

it('a global invoice has the form of the largest payment of a sale on credit, as reported by the accounts service', async () => {
  const context = callContext();
  const { ref, id, day } = await soldOnce(context);
  await service.rows(
    `update sales_receipts set sale_type = 'credit', payment_form = null, operational_balance = total
     where id = $1`,
    [id],
  );
  const payload = accounts.DocumentBalance.encode({
    documentRef: ref,
    version: 2,
    contact: '',
    currency: 'MXN',
    total: '116',
    fiscal: '0',
    uncertified: '0',
    open: '0',
    needsReview: false,
    parts: [],
    reductions: [],
    settlementTerms: undefined,
    formCode: '28',
  }).finish();
  await createRun(service.runtime, context).step((tx) =>
    onReceivablesChanged([{ payload } as ReceivedEvent], tx),
  );
  forms.length = 0;
  const request = { periodicity: '01', period: day, documentRefs: [], owed: [] };
  const keyed = withKey(context, 'POST /v1/sales-receipts/global-invoices');
  const answer = await service.answer(createGlobalInvoice, keyed, request);
  expect(answer).toMatchObject({ documents: [{ receiptCount: 1 }] });
  expect(forms).toEqual(['28']);
});

describe('late events', () => {
  const sumUp = async (known: string, owed: Partial<commerce.OwedSale>) => {
    const context = callContext();
    const { ref, id, day } = await soldOnce(context);
    await service.rows(
      `update sales_receipts set sale_type = 'credit', payment_form = null,
         operational_balance = $2, receivable_version = 3 where id = $1`,
      [id, known],
    );
    return service.answer(
      createGlobalInvoice,
      withKey(context, 'POST /v1/sales-receipts/global-invoices'),
      {
        periodicity: '01',
        period: day,
        documentRefs: [],
        owed: [{ documentRef: ref, version: 4, open: '0', ...owed }],
      },
    );
  };

  it('a sale on credit whose payment event has not arrived is in the global invoice with its payment form', async () => {
    forms.length = 0;
    const answer = await sumUp('116', { open: '0', formCode: '28' });
    expect(answer).toMatchObject({ documents: [{ receiptCount: 1 }], skipped: [] });
    expect(forms).toEqual(['28']);
  });

  it('a sale on credit whose reversal event has not arrived is not in the global invoice, because it is owed again', async () => {
    await expect(sumUp('0', { open: '116' })).rejects.toMatchObject({
      details: { reason: 'nothing_to_invoice' },
    });
  });

  it('a newer event about a sale on credit replaces the response of the accounts service', async () => {
    await expect(sumUp('116', { version: 2, open: '0' })).rejects.toMatchObject({
      details: { reason: 'nothing_to_invoice' },
    });
  });
});

/** Returns a receipt in a stamped global invoice. */
async function summedUp(context: ReturnType<typeof callContext>) {
  const receipt = await soldOnce(context);
  const keyed = withKey(context, 'POST /v1/sales-receipts/global-invoices');
  const request = { periodicity: '01', period: receipt.day, documentRefs: [], owed: [] };
  await service.answer(createGlobalInvoice, keyed, request);
  await service.rows(`update receipt_documents set state = 'stamped' where org_id = $1`, [
    context.organizationId,
  ]);
  await service.rows(`update receipt_claims set state = 'in_force' where receipt_id = $1`, [
    receipt.id,
  ]);
  await service.rows(`update sales_receipts set status = 'global_invoiced' where id = $1`, [
    receipt.id,
  ]);
  return receipt;
}

const claimsOf = (receiptId: string) =>
  service.rows<{ slot: string }>('select slot from receipt_claims where receipt_id = $1', [
    receiptId,
  ]);

it('no invoice remains if the credit note that it requires is rejected', async () => {
  const context = callContext();
  const { ref, id } = await summedUp(context);
  const customerId = await addContact(service, context);
  const route = 'POST /v1/sales-receipts/{documentRef}/invoice';
  const invoice = () =>
    service.answer(invoiceSalesReceipt, withKey(context, route), {
      documentRef: ref,
      documentRefs: [],
      addendaValues: {},
      customerId,
    });
  noteRefusal = conflict('There is no active CSD.', 'certificate_missing');
  await expect(invoice()).rejects.toMatchObject({
    details: { reason: 'credit_note_refused', issues: [{ code: 'certificate_missing' }] },
  });
  expect(deleted.splice(0)).toHaveLength(1);
  expect(await claimsOf(id)).toEqual([{ slot: 'sale' }]);

  noteRefusal = undefined;
  expect(await invoice()).toMatchObject({ creditNoteDocumentRefs: [expect.any(String)] });
  expect(await claimsOf(id)).toHaveLength(2);
});

/** Runs the job until no work is left. */
async function work(context: ReturnType<typeof callContext>): Promise<void> {
  const query = async (sql: string, values: unknown[]) => ({
    rows: await service.rows(sql, values),
  });
  const job = createDocumentFollower({
    runtime: service.runtime,
    systemPool: { query },
  } as never);
  const sql = `select 1 from receipt_documents where org_id = $1 and kind = 'invoice'
    and due_at is not null`;
  while ((await service.rows(sql, [context.organizationId])).length > 0) await sleep(50);
  await job.stop();
}

it('an invoice is deleted when the draft of its credit note is deleted', async () => {
  const context = callContext();
  const { ref, id } = await summedUp(context);
  const customerId = await addContact(service, context);
  const by = withKey(context, 'POST /v1/sales-receipts/{documentRef}/invoice');
  await service.answer(invoiceSalesReceipt, by, {
    documentRef: ref,
    documentRefs: [],
    addendaValues: {},
    customerId,
  });
  const sql = `select id, cfdi_id as "cfdiId" from receipt_credit_notes where receipt_id = $1`;
  const [note] = await service.rows<{ id: string; cfdiId: string }>(sql, [id]);
  const origin = { key: `credit_note:${note!.id}` };
  const event = { origin, cfdiId: note!.cfdiId, version: 2, status: 'draft' };
  const run = createRun(service.runtime, context);
  await run.step((tx) => followCfdi(tx, event as unknown as fiscalCfdi.Cfdi, true));
  await work(context);
  expect(deleted.splice(0)).toHaveLength(1);
  expect(await claimsOf(id)).toEqual([{ slot: 'sale' }]);
});

describe('abandoned pages', () => {
  const info = {
    rfc: 'URE180429TM6',
    legalName: 'UNIVERSIDAD ROBOTICA ESPAÑOLA',
    taxSystem: '601',
    postalCode: '86991',
    cfdiUse: 'G03',
    email: 'eva@example.com',
  };

  /** Starts a self-invoice. The buyer's page fails after the drafts were created. */
  async function begun(context: ReturnType<typeof callContext>, receipt: { ref: string }) {
    await service.answer(createSelfInvoiceLink as never, context, { documentRef: receipt.ref });
    const linkSql = 'select id from public_links where org_id = $1';
    const [link] = await service.rows<{ id: string }>(linkSql, [context.organizationId]);
    stampRefusal = unavailable('dead');
    const run = createRun(service.runtime, context);
    await expect(selfInvoice(run, { fiscal }, link!.id, info)).rejects.toBe(stampRefusal);
    stampRefusal = undefined;
    await service.rows('update receipt_documents set due_at = created_at where org_id = $1', [
      context.organizationId,
    ]);
    stamped.splice(0);
  }

  it('the job stamps an invoice that the buyer requested before leaving the page, after its credit note', async () => {
    const context = callContext();
    const receipt = await summedUp(context);
    await begun(context, receipt);
    await work(context);
    const sql = `select 'cfdi:' || cfdi_id as ref from receipt_credit_notes where org_id = $1
      union all select 'cfdi:' || cfdi_id from receipt_documents where org_id = $1
        and kind = 'invoice'`;
    const drafted = await service.rows<{ ref: string }>(sql, [context.organizationId]);
    expect(stamped).toEqual(drafted.map(({ ref }) => ref));
    expect(stamped).toHaveLength(2);
    expect(sent).toEqual([`${stamped[1]} to eva@example.com`]);
  });

  it('the job stamps an invoice that the buyer requested before leaving the page, even if the deployment sends no mail', async () => {
    const context = callContext();
    await begun(context, await soldOnce(context));
    const details = { retryable: false, reason: 'mail_not_configured' };
    mailRefusal = new Refusal('provider_unavailable', 'No mail server.', details);
    await work(context);
    mailRefusal = undefined;
    expect(stamped).toHaveLength(1);
  });

  it('the job deletes an invoice that the buyer requested before leaving the page if the draft of its credit note is deleted', async () => {
    const context = callContext();
    const receipt = await summedUp(context);
    await begun(context, receipt);
    await service.rows(`update receipt_credit_notes set state = 'gone' where org_id = $1`, [
      context.organizationId,
    ]);
    await work(context);
    expect([stamped, deleted.splice(0).length]).toEqual([[], 1]);
    expect(await claimsOf(receipt.id)).toEqual([{ slot: 'sale' }]);
  });

  it('the job mails an invoice if the buyer closed the page before the stamp', async () => {
    const context = callContext();
    await begun(context, await soldOnce(context));
    const sql = `update receipt_documents set state = 'stamped' where org_id = $1`;
    await service.rows(sql, [context.organizationId]);
    sent.splice(0);
    await work(context);
    expect(stamped).toEqual([]);
    expect(sent).toEqual([expect.stringMatching(/^cfdi:\S+ to eva@example.com$/)]);
  });

  it('the job deletes an invoice if the SAT rejects its data, and releases the receipt', async () => {
    const context = callContext();
    const receipt = await soldOnce(context);
    await begun(context, receipt);
    stampRefusal = conflict('The name is not that of the RFC.', 'stamping_rejected');
    await work(context);
    stampRefusal = undefined;
    expect(deleted.splice(0)).toHaveLength(1);
    expect(await claimsOf(receipt.id)).toEqual([]);
  });
});
