import {
  created,
  customItem,
  dataOf,
  incomeInput,
  newCustomer,
  newStamped,
  type Api,
  type Shown,
} from '@timbre/testkit/client';
import { startDocumentedIssuer } from '../documented';
import { issuesOf } from '../refused';

let own: Api;
let customerId: string;
/** A stamped invoice of this organization, and a stamped invoice of another organization. */
let invoice: Shown;
let theirs: Shown;

beforeAll(async () => {
  own = await startDocumentedIssuer('Own');
  const foreign = await startDocumentedIssuer('Foreign');
  customerId = await newCustomer(own);
  await created(own, '/v1/settings/series', { code: 'NC', kind: 'credit_note' });
  invoice = await newStamped(own, { customerId });
  theirs = await newStamped(foreign);
});

const note = (documents: string[], quantity = 1, relationship = '01') => ({
  kind: 'credit_note',
  customerId,
  items: [{ ...customItem, quantity }],
  formCode: '03',
  relatedDocuments: [{ relationship, documents }],
});
const refused = async (body: object) => issuesOf(await own.request('POST', '/v1/cfdi', { body }));

it('a credit note may not exceed its own invoice, even if the credit note also relates to an invoice of another organization', async () => {
  expect(await created(own, '/v1/cfdi', note([theirs.uuid]))).toMatchObject({
    warnings: [{ code: 'related_document_unknown' }],
  });
  const much = Number(invoice.total.amount);
  expect(await refused(note([invoice.uuid, theirs.uuid], much))).toEqual([
    'items: credit_above_invoice',
  ]);
});

it.each(['01', '03'])(
  'a credit note under relationship %s may not exceed its invoice',
  async (relation) => {
    expect(await refused(note([invoice.uuid], 9_999, relation))).toEqual([
      'items: credit_above_invoice',
    ]);
  },
);

it('a credit note under relationship 02 does not lower the balance of an invoice, so no invoice limits its amount', async () => {
  expect(await refused(note([invoice.uuid], 9_999, '02'))).toEqual([]);
});

it('an organization cannot cancel a document of another organization by issuing its replacement', async () => {
  const relatedDocuments = [{ relationship: '04', documents: [theirs.uuid] }];
  expect(
    await refused(incomeInput(customerId, { relatedDocuments, cancelReplaced: true })),
  ).toEqual(['relatedDocuments.0.documents.0: replaced_not_cancelable']);
  const twice = [{ relationship: '04', documents: [invoice.uuid, invoice.uuid.toUpperCase()] }];
  expect(
    await refused(incomeInput(customerId, { relatedDocuments: twice, cancelReplaced: true })),
  ).toEqual(['relatedDocuments.0.documents.1: document_repeated']);
});

it('listCfdiRelations returns no documents of other organizations', async () => {
  const other = await created(own, '/v1/cfdi', note([theirs.uuid]));
  const { relations } = await dataOf(own.request('GET', `/v1/cfdi/${other.documentRef}/relations`));
  expect(relations).toEqual([expect.not.objectContaining({ documentRef: theirs.documentRef })]);
});

it('the issue for an invalid exchange rate has the SAT’s code of the violated rule', async () => {
  const body = incomeInput(customerId, {
    currency: 'USD',
    exchangeRate: 100,
    confirmation: 'aB3x9',
  });
  const { json } = await own.request('POST', '/v1/cfdi', { body });
  expect(json.error.details.issues).toMatchObject([
    { path: ['exchangeRate'], code: 'exchange_rate_out_of_range', satCode: 'CFDI40118' },
  ]);
});

it('only one of several drafts that replace and cancel the same document can be stamped', async () => {
  const replaced = await newStamped(own, { customerId });
  const relatedDocuments = [{ relationship: '04', documents: [replaced.uuid] }];
  const body = incomeInput(customerId, { relatedDocuments, cancelReplaced: true });
  const drafts = await Promise.all([1, 2, 3].map(() => created(own, '/v1/cfdi', body)));
  const stamps = await Promise.all(
    drafts.map(({ documentRef }) => own.request('POST', `/v1/cfdi/${documentRef}/stamp`)),
  );
  expect(stamps.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  const already = ['relatedDocuments.0.documents.0: replaced_already'];
  for (const answer of stamps.filter(({ status }) => status === 409)) {
    expect(issuesOf(answer)).toEqual(already);
  }
  expect(await refused(body)).toEqual(already);
  const { cancelReplaced: _, ...split } = body as { cancelReplaced?: boolean };
  expect((await own.request('POST', '/v1/cfdi', { body: split })).status).toBe(201);
});
