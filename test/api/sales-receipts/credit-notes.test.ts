import { parseComprobante } from '@timbre/cfdi';
import { created, dataOf, newCustomer, type Api, type Shown } from '@timbre/testkit/client';
import { startDocumentedIssuer } from '../documented';
import { refusalOf } from '../refused';
import { soundXml } from '../sound-document';
import { until } from '../until';
import { newReceipt, newTill } from './till';

let api: Api;
beforeAll(async () => {
  api = await startDocumentedIssuer();
  await created(api, '/v1/settings/series', { code: 'NC', kind: 'credit_note' });
}, 240_000);

const stamp = (documentRef: string): Promise<Shown> =>
  dataOf(api.request('POST', `/v1/cfdi/${documentRef}/stamp`));
const reaches = (documentRef: string, status: string): Promise<Shown> =>
  until(
    60_000,
    () => dataOf(api.request('GET', `/v1/sales-receipts/${documentRef}`)),
    (receipt) => receipt['status'] === status,
  );
const refund = (documentRef: string, body: object) =>
  api.request('POST', `/v1/sales-receipts/${documentRef}/refunds`, { body });
const refundIs = (documentRef: string, creditNoteStatus: string): Promise<Shown> =>
  until(
    60_000,
    async () =>
      (await api.request('GET', `/v1/sales-receipts/${documentRef}/refunds`)).json.data[0] as Shown,
    (one) => one['creditNoteStatus'] === creditNoteStatus,
  );

describe('the refund of a receipt that is part of a CFDI', () => {
  it('a refund reduces the global invoice of its receipt by a credit note that is drafted automatically', async () => {
    const till = await newTill(api);
    const items = [{ kind: 'product', productId: till.productId, quantity: 2 }];
    const receipt = await newReceipt(api, till, { items });
    const documentRef = receipt['documentRef'] as string;
    const global = await created(api, '/v1/sales-receipts/global-invoices', {
      periodicity: '01',
      period: receipt['businessDate'],
      locationId: till.locationId,
    });
    const early = await refund(documentRef, {});
    expect(refusalOf(early)).toBe('409 conflict being_invoiced');
    const { uuid } = await stamp(global['documents'][0].documentRef);
    await reaches(documentRef, 'global_invoiced');
    const [line] = receipt['items'] as { lineRef: string }[];
    const body = { lines: [{ lineRef: line!.lineRef, quantity: 1 }] };
    expect(await dataOf(refund(documentRef, body))).toMatchObject({ creditNoteStatus: 'pending' });
    const drafted = await refundIs(documentRef, 'drafted');
    const note = await stamp(drafted['creditNoteDocumentRef']);
    const { document } = parseComprobante(await soundXml(api, note));
    expect(document).toMatchObject({
      tipoDeComprobante: 'E',
      cfdiRelacionados: [{ tipoRelacion: '01', cfdiRelacionado: [{ uuid }] }],
      conceptos: [{ noIdentificacion: receipt['folio'], descripcion: 'Devolución de mercancías' }],
    });
    expect(document.total.toNumber()).toBe(1160);
    expect(await refundIs(documentRef, 'stamped')).toMatchObject({ creditNoteStatus: 'stamped' });
    expect(await reaches(documentRef, 'global_invoiced')).toMatchObject({
      status: 'global_invoiced',
    });
  });

  it('a refund of goods without money creates no credit note if the money was refunded before', async () => {
    const till = await newTill(api);
    const receipt = await newReceipt(api, till, { customerId: await newCustomer(api) });
    const documentRef = receipt['documentRef'] as string;
    const [line] = receipt['items'] as { lineRef: string }[];
    const invoice = await created(api, `/v1/sales-receipts/${documentRef}/invoice`, {});
    await stamp(invoice['documentRef']);
    await reaches(documentRef, 'invoiced');
    const money = { lines: [{ lineRef: line!.lineRef, amount: 1160 }] };
    await dataOf(refund(documentRef, { ...money, stamp: true }));
    await refundIs(documentRef, 'stamped');
    const goods = await dataOf(refund(documentRef, {}));
    expect(goods).toMatchObject({ total: { amount: 0 }, restocked: true });
    expect(goods).not.toHaveProperty('creditNoteStatus');
  });

  it('a refund of an invoiced receipt creates a credit note to the receiver of the invoice, and stamps it immediately if requested', async () => {
    const till = await newTill(api);
    const customerId = await newCustomer(api);
    const receipt = await newReceipt(api, till, { customerId });
    const documentRef = receipt['documentRef'] as string;
    const invoice = await created(api, `/v1/sales-receipts/${documentRef}/invoice`, {});
    await stamp(invoice['documentRef']);
    await reaches(documentRef, 'invoiced');
    await dataOf(refund(documentRef, { stamp: true }));
    const stamped = await refundIs(documentRef, 'stamped');
    const note = await dataOf(api.request('GET', `/v1/cfdi/${stamped['creditNoteDocumentRef']}`));
    expect(note).toMatchObject({
      kind: 'credit_note',
      status: 'valid',
      customerId,
      total: { amount: receipt['total'].amount },
    });
    await soundXml(api, note);
  });

  it('the credit note of a refund is stamped immediately only if the caller has the permission to stamp', async () => {
    const { documentRef } = await newReceipt(api, await newTill(api));
    const { apiKey } = await created(api, '/v1/credentials', {
      name: 'Caja',
      permissions: ['receipts:manage'],
    });
    const till = api.withApiKey(apiKey as string);
    const path = `/v1/sales-receipts/${documentRef}/refunds`;
    const answer = await till.request('POST', path, { body: { stamp: true } });
    expect(refusalOf(answer)).toBe('403 forbidden insufficient_scope');
  });
});
