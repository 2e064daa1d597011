import { fiscalCfdi } from '@timbre/contract';
import { createRun, type CallContext } from '@timbre/kit';
import { createCfdi } from '../src/operations/create-cfdi';
import { deleteCfdi } from '../src/operations/delete-cfdi';
import { duplicateCfdi } from '../src/operations/duplicate-cfdi';
import { getCfdi } from '../src/operations/get-cfdi';
import { renewPaidDocuments } from '../src/workflows/drafting/paid-invoices';
import { previewCfdi } from '../src/operations/preview-cfdi';
import { suggestPaymentComplement } from '../src/operations/suggest-payment-complement';
import { updateCfdi } from '../src/operations/update-cfdi';
import { Cfdi as CfdiEntity, cfdiName } from '../src/store/cfdi/cfdi';
import { bringTo, idOf, newOrganization, refusalOf, startCfdi, type Cfdi } from './cfdi';
import { codesOf } from './sample-draft';
import { stampedInvoice, stampWithoutPac } from './stamped';

let cfdi: Cfdi;
beforeAll(async () => void (cfdi = await startCfdi()));
afterAll(() => cfdi.service.close());

type Paid = Partial<fiscalCfdi.PaidDocumentInput> & { uuid: string };

const complementOf = (customerId: string, ...documents: Paid[]): fiscalCfdi.CfdiInput => ({
  kind: 'payment_complement',
  customerId,
  items: [],
  complement: {
    formCode: '03',
    additionalPayments: [],
    documents: documents.map((document) => ({
      amount: '100',
      installment: 1,
      previousBalance: '232',
      ...document,
    })),
  },
});

async function customerWithInvoice() {
  const context = await newOrganization(cfdi);
  const customerId = cfdi.commerce.customer(context);
  return { context, customerId, invoice: await stampedInvoice(cfdi, context, { customerId }) };
}

const draftOf = async (context: CallContext, input: fiscalCfdi.CfdiInput) =>
  (await cfdi.service.answer(createCfdi, context, { input })) as { documentRef: string };
const issuesOf = async (context: CallContext, input: fiscalCfdi.CfdiInput) =>
  codesOf((await refusalOf(cfdi, createCfdi, context, { input })).details.issues as never);
const balanceOf = async (context: CallContext, { documentRef }: { documentRef: string }) =>
  (await cfdi.service.answer(getCfdi, context, { documentRef }))['payment'] as object;

describe('a draft of kind payment_complement', () => {
  it('a draft of kind payment_complement shows the payment and the amount paid of each document', async () => {
    const { context, customerId, invoice } = await customerWithInvoice();
    const input = complementOf(customerId, { uuid: invoice.uuid });
    const draft = await draftOf(context, input);
    expect(draft).toMatchObject({
      kind: 'payment_complement',
      cfdiType: 'P',
      total: { amount: 0, currency: 'XXX' },
      complement: {
        formCode: '03',
        amount: { amount: 100, currency: 'MXN' },
        exchangeRate: 1,
        documents: [
          {
            documentRef: invoice.documentRef,
            uuid: invoice.uuid,
            series: 'A',
            currency: 'MXN',
            installment: 1,
            previousBalance: 232,
            amount: 100,
            remainingBalance: 132,
            taxes: {
              taxObject: '02',
              entries: [
                { base: 86.206897, type: 'IVA', rate: 0.16, factor: 'Tasa', withholding: false },
              ],
            },
          },
        ],
      },
    });
    expect(draft).not.toHaveProperty('payment');
    const preview = await cfdi.service.answer(previewCfdi, context, { input });
    expect(preview).toMatchObject({ cfdiType: 'P', issues: [] });
  });

  it('a draft of kind payment_complement changes the balance of its invoices only while it is valid', async () => {
    const { context, customerId, invoice } = await customerWithInvoice();
    const draft = await draftOf(context, complementOf(customerId, { uuid: invoice.uuid }));
    const whole = { remainingBalance: 232, effectiveRemainingBalance: 232 };
    expect(await balanceOf(context, invoice)).toMatchObject(whole);
    await stampWithoutPac(cfdi, draft.documentRef, 1);
    expect(await balanceOf(context, invoice)).toMatchObject({
      remainingBalance: 132,
      effectiveRemainingBalance: 132,
    });
    const second = { uuid: invoice.uuid, installment: 2, previousBalance: '132', amount: '132' };
    const last = await draftOf(context, complementOf(customerId, second));
    await stampWithoutPac(cfdi, last.documentRef, 2);
    expect(await balanceOf(context, invoice)).toMatchObject({ remainingBalance: 0 });
    await cfdi.service.rows(`update cfdi set status = 'canceled' where id = $1`, [idOf(last)]);
    expect(await balanceOf(context, invoice)).toMatchObject({ remainingBalance: 132 });
  });

  it('a draft of kind payment_complement publishes the paid documents in its event', async () => {
    const { context, customerId, invoice } = await customerWithInvoice();
    const draft = await draftOf(context, complementOf(customerId, { uuid: invoice.uuid }));
    const [event] = await cfdi.service.rows<{ payload: Buffer }>(
      `select payload from outbox where aggregate_id = $1`,
      [idOf(draft)],
    );
    expect(fiscalCfdi.Cfdi.decode(event!.payload).paidDocuments).toEqual([
      {
        uuid: invoice.uuid,
        cfdiId: idOf(invoice),
        currency: 'MXN',
        installment: 1,
        amount: '100',
        previousBalance: '232',
      },
    ]);
  });

  it('a draft of kind payment_complement is refused if it contradicts the stored invoice', async () => {
    const { context, customerId, invoice } = await customerWithInvoice();
    const { uuid } = invoice;
    const wrong = complementOf(customerId, { uuid, installment: 2, previousBalance: '231' });
    expect(await issuesOf(context, wrong)).toEqual([
      'payment.documents.0.installment installment_not_next',
      'payment.documents.0.previousBalance previous_balance_mismatch',
    ]);
    const stranger = complementOf(cfdi.commerce.customer(context, { rfc: 'KIJ0906199R1' }), {
      uuid,
    });
    expect(await issuesOf(context, stranger)).toEqual([
      'payment.documents.0.uuid customer_mismatch',
    ]);
  });

  it('a payment complement treats a CFDI of another organization as unknown', async () => {
    const { invoice } = await customerWithInvoice();
    const context = await newOrganization(cfdi);
    const input = complementOf(cfdi.commerce.customer(context), { uuid: invoice.uuid });
    expect(await issuesOf(context, input)).toEqual(['payment.documents.0.taxes cfdi_unknown']);
  });

  it('a draft of kind payment_complement cannot be sealed while another complement of the invoice has an unknown outcome', async () => {
    const { context, customerId, invoice } = await customerWithInvoice();
    const input = complementOf(customerId, { uuid: invoice.uuid });
    const [one, other] = [await draftOf(context, input), await draftOf(context, input)];
    const record = () =>
      createRun(cfdi.service.runtime, context).step(async (tx) => {
        const complement = await tx.get(CfdiEntity, idOf(other), cfdiName);
        await renewPaidDocuments(tx, complement);
        return complement.paidDocuments![0]!.invoice!;
      });
    expect(await record()).toMatchObject({ isBeingPaid: false, nextInstallment: 1 });
    await bringTo(cfdi, one.documentRef, 'unknown');
    expect(await record()).toMatchObject({ isBeingPaid: true });
    expect(await issuesOf(context, input)).toEqual([
      'payment.documents.0.uuid payment_being_stamped',
    ]);
    await bringTo(cfdi, one.documentRef, 'stamped');
    expect(await record()).toMatchObject({
      isBeingPaid: false,
      nextInstallment: 2,
      balance: '132.00',
    });
  });

  it('a draft of kind payment_complement cannot be sealed while the cancellation of the invoice is in progress', async () => {
    const { context, customerId, invoice } = await customerWithInvoice();
    const input = complementOf(customerId, { uuid: invoice.uuid });
    const draft = await draftOf(context, input);
    await cfdi.service.rows(
      `insert into cancellations (org_id, id, version, document_kind, cfdi_id, motive, state,
         requested_by, actor, looks, next_check_at, created_at)
       values ($1, gen_random_uuid(), 1, 'cfdi', $2, '02', 'in_process', 'x', 'x', 0, now(), now())`,
      [context.organizationId, idOf(invoice)],
    );
    const codes = ['payment.documents.0.uuid cfdi_being_canceled'];
    expect(await issuesOf(context, input)).toEqual(codes);
    const record = await createRun(cfdi.service.runtime, context).step(async (tx) => {
      const complement = await tx.get(CfdiEntity, idOf(draft), cfdiName);
      await renewPaidDocuments(tx, complement);
      return complement.paidDocuments![0]!.invoice!;
    });
    expect(record).toMatchObject({ isBeingCanceled: true });
  });

  it('a changed payment complement pays only its current documents, and a deleted payment complement pays none', async () => {
    const { context, customerId, invoice } = await customerWithInvoice();
    const { uuid } = invoice;
    const draft = await draftOf(context, complementOf(customerId, { uuid }));
    const input = complementOf(customerId, { uuid, amount: '7.5' });
    await cfdi.service.answer(updateCfdi, context, { documentRef: draft.documentRef, input });
    const paid = () =>
      cfdi.service.rows('select amount from invoice_payments where complement_id = $1', [
        idOf(draft),
      ]);
    expect(await paid()).toEqual([{ amount: '7.500000' }]);
    await cfdi.service.answer(deleteCfdi, context, { documentRef: draft.documentRef });
    expect(await paid()).toEqual([]);
  });
});

describe('a payment complement of several payments', () => {
  const spei = {
    operationNumber: 'MBAN01002611200012',
    payerBank: { rfc: 'BBA830831LJ2', account: '012180001234567891' },
    payeeBank: { rfc: 'BNM840515VB1', account: '002180123456789016' },
  };

  async function twoPayments() {
    const { context, customerId, invoice } = await customerWithInvoice();
    const other = await stampedInvoice(cfdi, context, { customerId });
    const input = complementOf(customerId, { uuid: invoice.uuid });
    const further = (installment: number, previousBalance: string) => ({
      uuid: invoice.uuid,
      installment,
      previousBalance,
      amount: '32',
    });
    input.complement!.additionalPayments = [
      {
        formCode: '03',
        ...spei,
        documents: [
          further(2, '132'),
          { uuid: other.uuid, installment: 1, previousBalance: '232', amount: '232' },
        ],
      },
      { formCode: '01', paidLocalDateTime: '2026-11-21T12:00:00', documents: [further(3, '100')] },
    ];
    return { context, customerId, invoice, other, input };
  }
  const shown = (invoice: { uuid: string }, other: { uuid: string }) => ({
    amount: { amount: 100, currency: 'MXN' },
    documents: [{ uuid: invoice.uuid, installment: 1, remainingBalance: 132 }],
    additionalPayments: [
      {
        formCode: '03',
        ...spei,
        amount: { amount: 264, currency: 'MXN' },
        exchangeRate: 1,
        documents: [
          { uuid: invoice.uuid, installment: 2, remainingBalance: 100 },
          { uuid: other.uuid, installment: 1, remainingBalance: 0, taxes: { taxObject: '02' } },
        ],
      },
      {
        formCode: '01',
        paidLocalDateTime: '2026-11-21T12:00:00',
        documents: [{ uuid: invoice.uuid, installment: 3, remainingBalance: 68 }],
      },
    ],
  });

  it('a payment complement of several payments shows each payment in its detail, its preview and its duplicate', async () => {
    const { context, invoice, other, input } = await twoPayments();
    const draft = await draftOf(context, input);
    const expected = shown(invoice, other);
    expect(draft).toMatchObject({ complement: expected });
    const preview = await cfdi.service.answer(previewCfdi, context, { input });
    expect(preview).toMatchObject({ issues: [], complement: expected });
    const { complement } = (await cfdi.service.answer(getCfdi, context, draft)) as never;
    expect(JSON.parse(JSON.stringify(preview['complement']))).toEqual(complement);
    const copy = await cfdi.service.answer(duplicateCfdi, context, draft);
    expect(copy).toMatchObject({ complement: expected });
  });

  it('a payment complement of several payments lowers the balances of its invoices by all payments', async () => {
    const { context, customerId, invoice, other, input } = await twoPayments();
    const draft = await draftOf(context, input);
    await stampWithoutPac(cfdi, draft.documentRef, 1);
    expect(await balanceOf(context, invoice)).toMatchObject({ remainingBalance: 68 });
    expect(await balanceOf(context, other)).toMatchObject({ remainingBalance: 0 });
    const { documents } = (await cfdi.service.answer(suggestPaymentComplement as never, context, {
      customerId,
      documents: [{ uuid: invoice.uuid }],
    })) as never;
    expect(documents).toMatchObject([{ installment: 4, previousBalance: 68, amount: 68 }]);
  });
});

describe('suggestPaymentComplement', () => {
  it('suggestPaymentComplement returns documents that a draft accepts without changes', async () => {
    const { context, customerId, invoice } = await customerWithInvoice();
    const other = await stampedInvoice(cfdi, context, { customerId });
    const documents = [{ uuid: invoice.uuid }, { uuid: other.uuid.toUpperCase() }];
    const suggestion = await cfdi.service.answer(suggestPaymentComplement, context, {
      customerId,
      documents,
      amount: '300',
    });
    expect(suggestion).toMatchObject({
      unallocated: 0,
      documents: [
        { uuid: invoice.uuid, installment: 1, amount: 232, remainingBalance: 0 },
        {
          documentRef: other.documentRef,
          series: 'A',
          previousBalance: 232,
          amount: 68,
          remainingBalance: 164,
          taxes: { taxObject: '02', entries: [{ base: 58.62069, type: 'IVA', rate: 0.16 }] },
        },
      ],
    });
    const suggested = suggestion['documents'] as { uuid: string; amount: number; taxes: object }[];
    const paid = suggested.map(({ uuid, amount }) => ({ uuid, amount: String(amount) }));
    const draft = await draftOf(context, complementOf(customerId, ...paid));
    expect(draft).toMatchObject({
      complement: { documents: suggested.map(({ taxes }) => ({ taxes })) },
    });
  });

  it('suggestPaymentComplement returns the unallocated amount when the payment exceeds the debt', async () => {
    const { context, customerId, invoice } = await customerWithInvoice();
    const request = { customerId, documents: [{ uuid: invoice.uuid }], amount: '300' };
    expect(await cfdi.service.answer(suggestPaymentComplement, context, request)).toMatchObject({
      documents: [{ amount: 232 }],
      unallocated: 68,
    });
  });

  it('suggestPaymentComplement refuses documents that cannot be paid, with every fault', async () => {
    const { context, customerId, invoice } = await customerWithInvoice();
    const { uuid } = invoice;
    const refusal = (request: fiscalCfdi.SuggestPaymentComplementRequest) =>
      refusalOf(cfdi, suggestPaymentComplement as never, context, request);
    const paid = await stampedInvoice(cfdi, context, {
      customerId,
      payment: { timing: 'single_payment', formCode: '03' },
    });
    const documents = [{ uuid, amount: '233' }, { uuid }, { uuid: paid.uuid }];
    expect(codesOf((await refusal({ customerId, documents })).details.issues as never)).toEqual([
      'documents.0.amount amount_above_balance',
      'documents.1.uuid document_repeated',
      'documents.2.uuid cfdi_not_payable',
    ]);
    const stranger = { customerId: cfdi.commerce.customer(context), documents: [{ uuid }] };
    expect((await refusal(stranger)).details.issues).toMatchObject([{ code: 'customer_mismatch' }]);
    const less = { customerId, documents: [{ uuid, amount: '5' }], amount: '4' };
    expect((await refusal(less)).details.issues).toMatchObject([{ code: 'amount_too_small' }]);
    const unknown = { customerId, documents: [{ uuid: customerId }] };
    expect((await refusal(unknown)).code).toBe('not_found');
  });
});
