import type { fiscalCfdi, CallableRpcs } from '@timbre/contract';
import {
  readShown,
  shownVersion,
  withoutKey,
  type CallContext,
  type ServiceClient,
} from '@timbre/kit';
import type { CertifiedInvoice, ComplementDraft } from '../domain/complement';
import type { PaymentComplements } from '../domain/ports';

type Fiscal = Pick<
  ServiceClient<CallableRpcs<'accounts', 'fiscal-cfdi'>>,
  'suggestPaymentComplement' | 'createCfdi' | 'updateCfdi' | 'stampCfdi' | 'deleteCfdi'
>;

interface Suggested extends Omit<CertifiedInvoice, 'amount' | 'previousBalance'> {
  amount: number;
  previousBalance: number;
}

/** Creates complements in fiscal-cfdi. */
export const paymentComplements = (client: Fiscal): PaymentComplements<CallContext> => ({
  async suggest(context, customerId, documents) {
    const asked = { customerId, documents: [...documents], amount: undefined };
    const { body } = await client.suggestPaymentComplement(asked, withoutKey(context));
    return dataOf<{ documents: Suggested[] }>(body).documents.map(
      ({ uuid, currency, installment, amount, previousBalance }) => ({
        uuid,
        currency,
        installment,
        amount: String(amount),
        previousBalance: String(previousBalance),
      }),
    );
  },
  async draft(context, draft, replaced) {
    const input = inputOf(draft);
    const { body } = replaced
      ? await client.updateCfdi({ documentRef: replaced, input }, context)
      : await client.createCfdi({ input }, context);
    const shown = readShown(Buffer.from(body).toString()) as { data: { documentRef: string } };
    return { documentRef: shown.data.documentRef, version: shownVersion(shown.data) };
  },
  async stamp(context, { documentRef, version }) {
    const judged = version === undefined ? undefined : [version];
    await client.stampCfdi({ documentRef }, { ...context, judged });
  },
  async remove(context, documentRef) {
    await client.deleteCfdi({ documentRef }, context);
  },
});

const dataOf = <Data>(body: Uint8Array): Data =>
  (JSON.parse(Buffer.from(body).toString()) as { data: Data }).data;

function inputOf({
  customerId,
  currency,
  exchangeRate,
  ...payment
}: ComplementDraft): fiscalCfdi.CfdiInput {
  return {
    kind: 'payment_complement',
    items: [],
    customerId,
    currency,
    exchangeRate,
    complement: { ...payment, additionalPayments: [] },
  };
}
