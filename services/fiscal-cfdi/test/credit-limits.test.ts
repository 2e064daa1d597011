import type { CallContext } from '@timbre/kit';
import { cancelCfdi } from '../src/operations/cancel-cfdi';
import { createCfdi } from '../src/operations/create-cfdi';
import { createSeries } from '../src/operations/create-series';
import { cancelKey } from './canceling';
import { incomeInput, newDraft, refusalOf } from './cfdi';
import {
  newIssuer,
  newItem,
  stamp,
  stampKey,
  stampRefused,
  startStamping,
  type Stamping,
} from './stamping';

let stamping: Stamping;
beforeAll(async () => void (stamping = await startStamping()));
afterAll(() => stamping.close());

/** Creates a stamped invoice of 233.16 pesos, and returns a function that builds credit notes for it. */
async function invoiced() {
  const context = await newIssuer(stamping);
  const series = { code: 'N', kind: 'credit_note', isDefault: true };
  await stamping.service.answer(createSeries as never, context, series as never);
  const customerId = stamping.commerce.customer(context);
  const stamped = async (): Promise<{ documentRef: string; uuid: string }> => {
    const { documentRef } = await newDraft(stamping, context, { customerId, items: [newItem()] });
    const { uuid } = await stamp(stamping, stampKey(context), documentRef);
    return { documentRef, uuid: String(uuid) };
  };
  const another = async () => (await stamped()).uuid;
  const { documentRef: invoice, uuid } = await stamped();
  const noteOf = (quantity: string, changes = {}) =>
    incomeInput(stamping, context, {
      kind: 'credit_note',
      customerId,
      items: [{ ...newItem(), quantity }],
      cfdiUse: undefined,
      payment: undefined,
      creditNote: {
        formCode: '03',
        relatedDocuments: [{ relationship: '01', documents: [String(uuid)] }],
      },
      ...changes,
    });
  const naming = (quantity: string, documents: string[], relationship = '01') =>
    noteOf(quantity, {
      creditNote: { formCode: '03', relatedDocuments: [{ relationship, documents }] },
    });
  return { context, invoice, uuid, another, noteOf, naming };
}

const payment = { timing: 'single_payment', formCode: '03' };

type Input = ReturnType<Awaited<ReturnType<typeof invoiced>>['noteOf']>;
const refused = async (context: CallContext, input: Input) =>
  (await refusalOf(stamping, createCfdi as never, context, { input })).details.issues;

it('a credit note that exceeds its invoice is refused', async () => {
  const { context, noteOf } = await invoiced();
  expect(await refused(context, noteOf('3'))).toMatchObject([
    { path: ['items'], code: 'credit_above_invoice' },
  ]);
});

it('a credit note is refused if its customer differs from the customer of its invoice', async () => {
  const { context, noteOf } = await invoiced();
  const fields = { rfc: 'CACX7605101P8', taxSystem: '612', legalName: 'Xochilt Casas Chávez' };
  const customerId = stamping.commerce.customer(context, fields);
  expect(await refused(context, noteOf('1', { customerId }))).toMatchObject([
    { path: ['relatedDocuments', 0, 'documents', 0], code: 'related_customer_differs' },
  ]);
});

it('a credit note cannot credit an invoice with an open cancellation', async () => {
  const { context, invoice, noteOf } = await invoiced();
  const { documentRef } = await newDraft(stamping, context, noteOf('1'));
  await stamping.service.answer(cancelCfdi as never, cancelKey(context), {
    documentRef: invoice,
    motive: '02',
  } as never);
  const issue = {
    path: ['relatedDocuments', 0, 'documents', 0],
    code: 'related_being_canceled',
    message: expect.any(String),
  };
  expect(await refused(context, noteOf('1'))).toEqual([issue]);
  expect((await stampRefused(stamping, stampKey(context), documentRef)).details).toMatchObject({
    reason: 'draft_invalid',
    issues: [issue],
  });
  await stamping.service.rows(
    `update cancellations set state = 'rejected', next_check_at = null, finished_at = now()
     where cfdi_id = $1`,
    [invoice.slice(5)],
  );
  await stamp(stamping, stampKey(context), documentRef);
});

it('two drafts cannot both credit the same remaining amount of an invoice', async () => {
  const { context, noteOf } = await invoiced();
  const drafts = await Promise.all([noteOf('2'), noteOf('1')].map((input) => newDraftOf(input)));
  const [whole, half] = drafts as [string, string];
  await stamp(stamping, stampKey(context), whole);
  expect((await stampRefused(stamping, stampKey(context), half)).details).toMatchObject({
    reason: 'draft_invalid',
    issues: [{ code: 'credit_above_invoice' }],
  });

  async function newDraftOf(input: Input): Promise<string> {
    return (await newDraft(stamping, context, input)).documentRef;
  }
});

it('two concurrent credit notes for the same remaining amount of an invoice cannot both be stamped', async () => {
  const { context, noteOf } = await invoiced();
  const one = (await newDraft(stamping, context, noteOf('2'))).documentRef;
  const other = (await newDraft(stamping, context, noteOf('2'))).documentRef;
  const outcomes = await Promise.allSettled(
    [one, other].map((documentRef) => stamp(stamping, stampKey(context), documentRef)),
  );
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

it('a credit note and the credit note that it replaces are not both deducted', async () => {
  const { context, noteOf } = await invoiced();
  const first = (await newDraft(stamping, context, noteOf('2'))).documentRef;
  const { uuid } = await stamp(stamping, stampKey(context), first);
  const again = noteOf('2');
  const relatedDocuments = [
    ...again.creditNote!.relatedDocuments,
    { relationship: '04', documents: [String(uuid)] },
  ];
  const input = { ...again, creditNote: { formCode: '03', relatedDocuments } };
  expect(await newDraft(stamping, context, input)).toMatchObject({
    warnings: [{ code: 'replaced_document_valid' }],
  });
});

it('a credit note that relates to several invoices reduces the limit of each invoice', async () => {
  const { context, uuid, another, naming } = await invoiced();
  const [second, third] = [await another(), await another()];
  const shared = (await newDraft(stamping, context, naming('3', [uuid, second]))).documentRef;
  await stamp(stamping, stampKey(context), shared);
  const chained = (await newDraft(stamping, context, naming('2', [second, third]))).documentRef;
  await stamp(stamping, stampKey(context), chained);
  await newDraft(stamping, context, naming('1', [uuid]));
  expect(await refused(context, naming('2', [uuid]))).toMatchObject([
    { path: ['items'], code: 'credit_above_invoice' },
  ]);
  expect(await refused(context, naming('2', [third], '03'))).toMatchObject([
    { path: ['items'], code: 'credit_above_invoice' },
  ]);
});

it('an unknown related document causes a warning and does not raise the limit of a credit note', async () => {
  const { context, uuid, naming } = await invoiced();
  const documents = [uuid, '5c08d6b5-b5b5-4d3c-9c1a-3f5b9a3f0a11'];
  expect(await refused(context, naming('3', documents))).toMatchObject([
    { path: ['items'], code: 'credit_above_invoice' },
  ]);
  expect(await newDraft(stamping, context, naming('2', documents))).toMatchObject({
    warnings: [{ path: ['relatedDocuments', 0, 'documents', 1], code: 'related_document_unknown' }],
  });
});

it('credit notes that share an earlier note cannot credit the same remaining amount twice', async () => {
  const { context, uuid, another, naming } = await invoiced();
  const second = await another();
  const shared = (await newDraft(stamping, context, naming('3', [uuid, second]))).documentRef;
  await stamp(stamping, stampKey(context), shared);
  const drafts = [uuid, second].map((named) => newDraft(stamping, context, naming('1', [named])));
  const outcomes = await Promise.allSettled(
    (await Promise.all(drafts)).map(({ documentRef }) =>
      stamp(stamping, stampKey(context), documentRef),
    ),
  );
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

it('an advance is applied once, even if several sales relate to it or it was refunded', async () => {
  const { context, uuid: advance, another, noteOf, naming } = await invoiced();
  const sale = async () => {
    const relations = { relatedDocuments: [{ relationship: '07', documents: [advance] }] };
    const input = noteOf('4', {
      kind: 'income',
      cfdiUse: 'G03',
      payment,
      relations,
      creditNote: undefined,
    });
    const { documentRef } = await newDraft(stamping, context, input);
    return String((await stamp(stamping, stampKey(context), documentRef)).uuid);
  };
  const applied = (quantity: string, documents: string[]) => ({
    ...naming(quantity, documents),
    creditNote: { formCode: '30', relatedDocuments: [{ relationship: '07', documents }] },
  });
  const stampNew = async (input: Input) => {
    const { documentRef } = await newDraft(stamping, context, input);
    return stamp(stamping, stampKey(context), documentRef);
  };
  const [first, second] = [await sale(), await sale()];
  await stampNew(applied('1', [first]));
  const above = [{ path: ['items'], code: 'credit_above_advance' }];
  expect(await refused(context, applied('2', [second]))).toMatchObject(above);
  await stampNew(applied('0.5', [second]));
  await stampNew(naming('0.5', [advance]));
  expect(await refused(context, applied('0.1', [first]))).toMatchObject(above);
  expect(await refused(context, applied('0.1', [second]))).toMatchObject(above);
  // If a sale relates to no advance, there is no limit for credit notes that apply an advance.
  await stampNew(applied('1', [await another()]));
});
