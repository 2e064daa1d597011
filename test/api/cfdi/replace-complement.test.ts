import {
  created,
  dataOf,
  newCustomer,
  newStamped,
  type Api,
  type Shown,
} from '@timbre/testkit/client';
import { startDocumentedIssuer } from '../documented';
import { issuesOf } from '../refused';
import { soundXml } from '../sound-document';

let api: Api;
let customerId: string;
beforeAll(async () => {
  api = await startDocumentedIssuer();
  customerId = await newCustomer(api);
  await created(api, '/v1/settings/series', { code: 'PC', kind: 'payment_complement' });
});

/** Creates an invoice of 233.16 pesos with deferred payment. */
const invoice = () =>
  newStamped(api, { customerId, payment: { timing: 'deferred_or_installments', formCode: '99' } });
const show = ({ documentRef }: Shown) => dataOf(api.request('GET', `/v1/cfdi/${documentRef}`));
const remaining = async (paid: Shown) => (await show(paid)).payment.remainingBalance as number;

const complement = (paid: Shown, document: object, more: object = {}) => ({
  kind: 'payment_complement',
  customerId,
  payment: { formCode: '03', documents: [{ uuid: paid.uuid, taxes: 'auto', ...document }] },
  ...more,
});
const inPlaceOf = ({ uuid }: Shown) => ({
  relatedDocuments: [{ relationship: '04', documents: [uuid] }],
  cancelReplaced: true,
});
const stamped = async (body: object) => {
  const { documentRef } = await created(api, '/v1/cfdi', body);
  return dataOf(api.request('POST', `/v1/cfdi/${documentRef}/stamp`));
};
const whole = { amount: 233.16, installment: 1, previousBalance: 233.16 };

it('a complement that replaces another complement has the same installment number, but its own amount', async () => {
  const paid = await invoice();
  const wrong = await stamped(complement(paid, whole));
  expect(await remaining(paid)).toBe(0);
  const right = await stamped(complement(paid, { ...whole, amount: 200 }, inPlaceOf(wrong)));
  expect(right.replacedDocuments).toMatchObject([{ documentRef: wrong.documentRef }]);
  const xml = await soundXml(api, right);
  expect(xml).toContain('<cfdi:CfdiRelacionados TipoRelacion="04">');
  expect(xml).toContain('NumParcialidad="1" ImpSaldoAnt="233.16" ImpPagado="200.00"');
  // The replaced complement is still valid, but no longer lowers the balance.
  expect(await remaining(paid)).toBe(33.16);
  const rest = { amount: 33.16, installment: 2, previousBalance: 33.16 };
  expect(await stamped(complement(paid, rest))).toMatchObject({ status: 'valid' });
});

it('after the first of two installments is replaced, only the balance after the second installment can be paid', async () => {
  const paid = await invoice();
  const first = await stamped(complement(paid, { ...whole, amount: 100 }));
  await stamped(complement(paid, { amount: 50, installment: 2, previousBalance: 133.16 }));
  const refused = async (document: object) =>
    issuesOf(
      await api.request('POST', '/v1/cfdi', {
        body: complement(paid, document, inPlaceOf(first)),
      }),
    );
  expect(await refused({ amount: 10, installment: 3, previousBalance: 183.16 })).toEqual([
    'payment.documents.0.installment: installment_not_next',
    'payment.documents.0.previousBalance: previous_balance_mismatch',
  ]);
  expect(await refused({ ...whole, amount: 183.17 })).toEqual([
    'payment.documents.0.amount: amount_above_balance',
  ]);
  await stamped(complement(paid, { ...whole, amount: 90 }, inPlaceOf(first)));
  expect(await remaining(paid)).toBe(93.16);
});

it('a complement can be replaced only once', async () => {
  const paid = await invoice();
  const wrong = await stamped(complement(paid, whole));
  const drafts = await Promise.all(
    [1, 2].map(() => created(api, '/v1/cfdi', complement(paid, whole, inPlaceOf(wrong)))),
  );
  const answers = await Promise.all(
    drafts.map(({ documentRef }) => api.request('POST', `/v1/cfdi/${documentRef}/stamp`)),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await remaining(paid)).toBe(0);
});
