import { commerce, fiscalCfdi } from '@timbre/contract';
import { createRun, newId, type CallContext, type ReceivedEvent } from '@timbre/kit';
import { callContext, withKey, type ServiceRuntime } from '@timbre/testkit';
import { onCfdiChanged } from '../src/events/on-cfdi-changed';
import { adjustInventory } from '../src/operations/adjust-inventory';
import { createSalesReceipt } from '../src/operations/create-sales-receipt';
import { getProduct } from '../src/operations/get-product';
import { getSalesReceipt } from '../src/operations/get-sales-receipt';
import { invoiceSalesReceipt } from '../src/operations/invoice-sales-receipt';
import { listSalesReceiptRefunds } from '../src/operations/list-sales-receipt-refunds';
import { refundSalesReceipt } from '../src/operations/refund-sales-receipt';
import { draftCreditNote } from '../src/workflows/credit-note';
import type { FiscalProviders } from '../src/workflows/fiscal-drafts';
import { settleDocument } from '../src/workflows/settle-document';
import type { PageProviders } from '../src/workflows/public-links';
import { addContact, addLocation, addSoldProduct, saleOf, sold, startCommerce } from './commerce';
import { fiscalDrafts } from './fiscal-drafts';

const { drafts, draftReceiptInvoice } = fiscalDrafts('116.00');
const deleted: string[] = [];
const fiscal = {
  draftReceiptInvoice,
  draftReceiptCreditNote: draftReceiptInvoice,
  deleteCfdi: ({ documentRef }: { documentRef: string }) => {
    deleted.push(documentRef);
    return Promise.resolve({});
  },
} as unknown as FiscalProviders['fiscal'];

let service: ServiceRuntime<FiscalProviders & PageProviders>;
beforeAll(async () => void (service = await startCommerce({ fiscal })));
afterAll(() => service.close());

/** Delivers the event of a CFDI. */
const deliver = (context: CallContext, status: string, changes: Partial<fiscalCfdi.Cfdi>) =>
  createRun(service.runtime, context).step((tx) =>
    onCfdiChanged(
      {
        subject: `fiscal_cfdi.cfdi.${status === 'canceled' ? status : 'stamped'}`,
        payload: fiscalCfdi.Cfdi.encode({
          cfdiId: newId(),
          kind: 'income',
          version: 2,
          status,
          direction: 'issued',
          currency: 'MXN',
          subtotal: '100',
          total: '116',
          archived: false,
          paidDocuments: [],
          relatedDocuments: [],
          ...changes,
        } as fiscalCfdi.Cfdi).finish(),
      } as ReceivedEvent,
      tx,
    ),
  );

/** Creates a receipt for one of ten pieces, with a stamped invoice. */
async function invoiced(context = callContext()) {
  const locationId = await addLocation(service, context);
  const productId = await addSoldProduct(service, context);
  const counted = { productId, locationId, countedQuantity: '10', reason: 'Conteo' };
  await service.answer(adjustInventory, context, counted);
  const sale = { ...saleOf([sold(productId)]), locationId };
  const { documentRef } = await service.answer(createSalesReceipt, context, sale);
  const keyed = withKey(context, 'POST /v1/sales-receipts/{documentRef}/invoice');
  const customerId = await addContact(service, context);
  const asked = {
    documentRef: documentRef as string,
    documentRefs: [],
    addendaValues: {},
    customerId,
  };
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
  await deliver(context, 'valid', own);
  await settle();
  const replacement = {
    cfdiId: newId(),
    stock: { locationId, isReturn: false, items: [{ productId, quantity: '1' }] },
  };
  const cancellation = { replacementId: replacement.cfdiId } as fiscalCfdi.Cancellation;
  return {
    replacement,
    own,
    documentRef: documentRef as string,
    stamp: () => deliver(context, 'valid', replacement),
    async cancel(cfdi: Partial<fiscalCfdi.Cfdi> = { ...own, cancellation }) {
      await deliver(context, 'canceled', { ...cfdi, version: 3 });
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

describe('replacing CFDI', () => {
  it('a CFDI that replaces an invoice of receipts does not move goods twice, and its cancellation reopens the receipts', async () => {
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

it('a receipt names the invoice that currently includes it', async () => {
  const context = callContext();
  const { replacement, own, stamp, cancel } = await invoiced(context);
  await stamp();
  await cancel();
  const rows = await service.rows<{ payload: Uint8Array }>(
    `select payload from outbox where org_id = $1 and subject = 'commerce.sales_receipt.invoiced'
     order by id`,
    [context.organizationId],
  );
  const announced = rows.map(({ payload }) => commerce.SalesReceipt.decode(payload));
  expect(announced.map(({ invoiceCfdiId }) => invoiceCfdiId)).toEqual([
    own.cfdiId,
    replacement.cfdiId,
  ]);
  expect(announced[1]!.version).toBeGreaterThan(announced[0]!.version);
});

it('a CFDI without tracked products moves no goods, and its event has the status none', async () => {
  const context = callContext();
  const locationId = await addLocation(service, context);
  const productId = await addSoldProduct(service, context);
  const stock = { locationId, isReturn: false, items: [{ productId, quantity: '1' }] };
  await deliver(context, 'valid', { stock });
  const [row] = await service.rows<{ payload: Uint8Array }>(
    `select payload from outbox where org_id = $1 and subject = 'commerce.cfdi_stock.changed'`,
    [context.organizationId],
  );
  expect(commerce.CfdiStock.decode(row!.payload)).toMatchObject({ status: 'none' });
});

describe('credit notes', () => {
  /**
   * Refunds half of the price.
   * @returns the refund, and a function that drafts its credit note
   */
  async function refunded(context: CallContext, documentRef: string) {
    const receipt = await service.answer(getSalesReceipt, context, { documentRef });
    const [{ lineRef, lineTotal }] = receipt['items'] as [{ lineRef: string; lineTotal: number }];
    const lines = [{ lineRef, amount: String(lineTotal / 2) }];
    const asked = { documentRef, lines, method: 'cash_back', restock: false };
    await service.answer(refundSalesReceipt, context, asked);
    const [note] = await service.rows<{ id: string }>(
      'select id from receipt_credit_notes where org_id = $1',
      [context.organizationId],
    );
    return {
      draft: () => draftCreditNote(createRun(service.runtime, context), { fiscal }, note!.id),
      shown: async () =>
        (await service.page(listSalesReceiptRefunds, context, { documentRef })).data[0],
      creditedCfdi: async () => {
        const [row] = await service.rows<{ cfdiId: string }>(
          `select d.cfdi_id as "cfdiId" from receipt_credit_notes n
           join receipt_documents d on d.org_id = n.org_id and d.id = n.credited_document_id
           where n.id = $1`,
          [note!.id],
        );
        return row!.cfdiId;
      },
    };
  }

  it.each([true, false])(
    'the credit note of a refund is canceled with its invoice; drafted: %s',
    async (isDrafted) => {
      const context = callContext();
      const { own, cancel, found, documentRef } = await invoiced(context);
      const { draft, shown } = await refunded(context, documentRef);
      if (isDrafted) await draft();
      const { creditNoteDocumentRef: reference, ...refund } = (await shown())!;
      expect(refund).toMatchObject({ creditNoteStatus: isDrafted ? 'drafted' : 'pending' });
      await cancel(own);
      expect(await found()).toEqual(['open', 9]);
      expect(deleted.splice(0)).toEqual(isDrafted ? [reference] : []);
      expect(await shown()).not.toHaveProperty('creditNoteStatus');
      expect(await shown()).not.toHaveProperty('creditNoteDocumentRef');
      await draft();
      expect(await shown()).not.toHaveProperty('creditNoteStatus');
    },
  );

  it('the credit note of a refund reduces the CFDI that replaces its invoice', async () => {
    const context = callContext();
    const { stamp, cancel, documentRef, replacement } = await invoiced(context);
    const { creditedCfdi, shown } = await refunded(context, documentRef);
    await stamp();
    await cancel();
    expect(await creditedCfdi()).toBe(replacement.cfdiId);
    expect(await shown()).toMatchObject({ creditNoteStatus: 'pending' });
  });
});
