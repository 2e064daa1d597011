import { fiscalCfdi } from '@timbre/contract';
import { createRun, newId, type CallContext, type ReceivedEvent } from '@timbre/kit';
import { callContext, withKey, type ServiceRuntime } from '@timbre/testkit';
import { onCfdiChanged } from '../src/events/on-cfdi-changed';
import { adjustInventory } from '../src/operations/adjust-inventory';
import { createSalesReceipt } from '../src/operations/create-sales-receipt';
import { getProduct } from '../src/operations/get-product';
import { getSalesReceipt } from '../src/operations/get-sales-receipt';
import { invoiceSalesReceipt } from '../src/operations/invoice-sales-receipt';
import type { FiscalProviders } from '../src/workflows/fiscal-drafts';
import { settleDocument } from '../src/workflows/settle-document';
import { addContact, addLocation, addSoldProduct, saleOf, sold, startCommerce } from './commerce';
import { fiscalDrafts } from './fiscal-drafts';

const { drafts, draftReceiptInvoice } = fiscalDrafts('116.00');
const fiscal = { draftReceiptInvoice } as unknown as FiscalProviders['fiscal'];

let service: ServiceRuntime<FiscalProviders>;
beforeAll(async () => void (service = await startCommerce({ fiscal })));
afterAll(() => service.close());

/** Delivers the event of a CFDI. */
const tell = (context: CallContext, status: string, changes: Partial<fiscalCfdi.Cfdi>) =>
  createRun(service.runtime, context).step((tx) =>
    onCfdiChanged(
      {
        subject: `fiscal_cfdi.cfdi.${status === 'canceled' ? status : 'stamped'}`,
        payload: fiscalCfdi.Cfdi.encode({
          ...{ cfdiId: newId(), kind: 'income', version: 2, status, direction: 'issued' },
          ...{ currency: 'MXN', subtotal: '100', total: '116', archived: false },
          ...{ paidDocuments: [], relatedDocuments: [], ...changes },
        } as fiscalCfdi.Cfdi).finish(),
      } as ReceivedEvent,
      tx,
    ),
  );

/** A receipt of one of ten pieces, whose invoice is stamped. */
async function invoiced() {
  const context = callContext();
  const locationId = await addLocation(service, context);
  const productId = await addSoldProduct(service, context);
  const counted = { productId, locationId, countedQuantity: '10', reason: 'Conteo' };
  await service.answer(adjustInventory, context, counted);
  const sale = { ...saleOf([sold(productId)]), locationId };
  const { documentRef } = await service.answer(createSalesReceipt, context, sale);
  const keyed = withKey(context, 'POST /v1/sales-receipts/{documentRef}/invoice');
  const customerId = await addContact(service, context);
  const asked = { documentRef: documentRef as string, documentRefs: [], customerId };
  const draft = await service.answer(invoiceSalesReceipt, keyed, asked);
  const [key] = [...drafts].find(([, ref]) => ref === draft['documentRef'])!;
  const cfdiId = (draft['documentRef'] as string).slice('cfdi:'.length);
  const own = { cfdiId, origin: { key, receiptCount: 1 } };
  const settle = async () => {
    const [due] = await service.rows<{ id: string }>(
      `select id from receipt_documents where org_id = $1 and due_at is not null`,
      [context.organizationId],
    );
    if (due) await settleDocument(createRun(service.runtime, context), { fiscal }, due.id);
  };
  await tell(context, 'valid', own);
  await settle();
  const replacement = {
    cfdiId: newId(),
    stock: { locationId, isReturn: false, items: [{ productId, quantity: '1' }] },
  };
  const cancellation = { replacementId: replacement.cfdiId } as fiscalCfdi.Cancellation;
  return {
    replacement,
    stamp: () => tell(context, 'valid', replacement),
    async cancel(cfdi: Partial<fiscalCfdi.Cfdi> = { ...own, cancellation }) {
      await tell(context, 'canceled', { ...cfdi, version: 3 });
      await settle();
    },
    async found() {
      const request = { documentRef: documentRef as string };
      const { status } = await service.answer(getSalesReceipt, context, request);
      const { stock } = await service.answer(getProduct, context, { productId });
      return [status, stock];
    },
  };
}

describe('a CFDI that takes the place of an invoice of receipts', () => {
  it('moves no goods twice, whichever is seen first, and opens them when it is canceled', async () => {
    for (const isStampFirst of [true, false]) {
      const { replacement, stamp, cancel, found } = await invoiced();
      expect(await found()).toEqual(['invoiced', 9]);
      await (isStampFirst ? stamp() : cancel());
      await (isStampFirst ? cancel() : stamp());
      expect(await found()).toEqual(['invoiced', 9]);
      await cancel(replacement);
      expect(await found()).toEqual(['open', 9]);
    }
  });
});
