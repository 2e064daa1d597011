import type { CallContext } from '@timbre/kit';
import { createCfdi } from '../src/operations/create-cfdi';
import { createSeries } from '../src/operations/create-series';
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

/** A stamped invoice of 233.16 pesos, and the input of credit notes about it. */
async function invoiced() {
  const context = await newIssuer(stamping);
  const series = { code: 'N', kind: 'credit_note', isDefault: true };
  await stamping.service.answer(createSeries as never, context, series as never);
  const customerId = stamping.commerce.customer(context);
  const { documentRef } = await newDraft(stamping, context, { customerId, items: [newItem()] });
  const { uuid } = await stamp(stamping, stampKey(context), documentRef);
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
  return { context, noteOf };
}

type Input = ReturnType<Awaited<ReturnType<typeof invoiced>>['noteOf']>;
const refused = async (context: CallContext, input: Input) =>
  (await refusalOf(stamping, createCfdi as never, context, { input })).details.issues;

it('a credit note above its invoice is refused', async () => {
  const { context, noteOf } = await invoiced();
  expect(await refused(context, noteOf('3'))).toMatchObject([
    { path: ['items'], code: 'credit_above_invoice' },
  ]);
});

it('a credit note to another customer than its invoice’s is refused', async () => {
  const { context, noteOf } = await invoiced();
  const fields = { rfc: 'CACX7605101P8', taxSystem: '612', legalName: 'Xochilt Casas Chávez' };
  const customerId = stamping.commerce.customer(context, fields);
  expect(await refused(context, noteOf('1', { customerId }))).toMatchObject([
    { path: ['relatedDocuments', 0, 'documents', 0], code: 'related_customer_differs' },
  ]);
});

it('two drafts take off what is left once, whichever is stamped first', async () => {
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

it('of two credit notes stamped at once, only one takes off what is left', async () => {
  const { context, noteOf } = await invoiced();
  const one = (await newDraft(stamping, context, noteOf('2'))).documentRef;
  const other = (await newDraft(stamping, context, noteOf('2'))).documentRef;
  const outcomes = await Promise.allSettled(
    [one, other].map((documentRef) => stamp(stamping, stampKey(context), documentRef)),
  );
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

it('a credit note that replaces another one does not add to it', async () => {
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
