import type { accounts, commerce, fiscalCfdi, satSync, CallableRpcs } from '@timbre/contract';
import { Refusal, withoutKey, type CallContext, type ServiceClient } from '@timbre/kit';
import type { Owners } from '../domain/ports';

type Fiscal = Pick<
  ServiceClient<CallableRpcs<'reports', 'fiscal-cfdi'>>,
  'getFiscalProfile' | 'listStampedCfdi'
>;
type Sat = Pick<ServiceClient<CallableRpcs<'reports', 'sat-sync'>>, 'listTaxFacts'>;

type Commerce = Pick<
  ServiceClient<CallableRpcs<'reports', 'commerce'>>,
  'listOwedExpenses' | 'listSoldReceipts'
>;
type Accounts = Pick<ServiceClient<CallableRpcs<'reports', 'accounts'>>, 'listDebts'>;

const answerMsMax = 60_000;

/**
 * Gives each call of a rebuild a separate deadline, because a whole rebuild takes longer than the
 * deadline of one call.
 */
const asking = (context: CallContext): CallContext => ({
  ...withoutKey(context),
  deadlineMs: Date.now() + answerMsMax,
});

/** Reads the RFC in the fiscal profile of the organization, or returns undefined if it has no profile. */
export const ownRfc =
  (client: Fiscal) =>
  async (context: CallContext): Promise<string | undefined> => {
    try {
      const { body } = await client.getFiscalProfile({}, context);
      return (JSON.parse(body.toString()) as { data: { rfc: string } }).data.rfc;
    } catch (error) {
      if (error instanceof Refusal && error.code === 'not_found') return undefined;
      throw error;
    }
  };

/** Reads all documents from their owning services. */
export const owners = ({
  fiscalCfdi: ofFiscal,
  satSync: ofSat,
  commerce: ofCommerce,
  accounts: ofAccounts,
}: {
  fiscalCfdi: Fiscal;
  satSync: Sat;
  commerce: Commerce;
  accounts: Accounts;
}): Owners<
  CallContext,
  fiscalCfdi.Cfdi,
  satSync.ListTaxFactsResponse,
  commerce.SalesReceipt,
  commerce.Expense,
  accounts.DocumentBalance
> => ({
  cfdi: async (context, afterId) =>
    (await ofFiscal.listStampedCfdi({ afterId }, asking(context))).documents,
  taxFacts: (context, afterId) => ofSat.listTaxFacts({ afterId }, asking(context)),
  receipts: async (context, afterId) =>
    (await ofCommerce.listSoldReceipts({ afterId }, asking(context))).receipts,
  expenses: async (context, afterId) =>
    (await ofCommerce.listOwedExpenses({ afterId }, asking(context))).expenses,
  debts: async (context, afterRef) =>
    (await ofAccounts.listDebts({ afterRef }, asking(context))).debts,
});
