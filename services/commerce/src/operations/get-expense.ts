import type { expenseDetail as detailShape } from '@timbre/api';
import type { commerce } from '@timbre/contract';
import { certain, documentRef } from '@timbre/fiscal';
import { query, type Answer, type Reader } from '@timbre/kit';
import { totalMxnOf } from '../domain/expense-cfdi';
import type { ReceivedInvoice } from '../domain/ports';
import { expenseDetail, expenseIdOf, invoiceSearch, linkedCfdi } from '../store/expenses';
import type { ExpenseProviders } from '../workflows/link-cfdi';

type Detail = Answer<typeof detailShape>;
type Suggestion = NonNullable<Detail['suggestedCfdi']>[number];

/**
 * Returns an expense. Suggested CFDI are read from fiscal-cfdi, only if the request asks for them.
 */
export const getExpense = query(
  async (read, request: commerce.GetExpenseRequest, { invoices }: ExpenseProviders) => {
    const id = expenseIdOf(request.documentRef);
    const body = await read.resource(expenseDetail, id);
    if (!request.suggestCfdi) return body;
    const { data } = JSON.parse(body.toString()) as { data: Detail };
    const found = await invoices.suggest(read.context, await invoiceSearch(read, id));
    const suggestedCfdi = (await unlinked(read, found)).flatMap(shown).slice(0, suggestionsMax);
    return Buffer.from(JSON.stringify({ data: { ...data, suggestedCfdi } }));
  },
);

const suggestionsMax = 10;

/** Returns the invoices that are not linked to another expense. */
async function unlinked(read: Reader, invoices: ReceivedInvoice[]): Promise<ReceivedInvoice[]> {
  const linked = await linkedCfdi(
    read,
    invoices.map(({ cfdiId }) => cfdiId),
  );
  return invoices.filter(({ cfdiId }) => !linked.has(cfdiId));
}

/**
 * Returns the suggestion for an invoice; an empty list if the invoice's total in pesos is unknown.
 */
function shown(invoice: ReceivedInvoice): Suggestion[] {
  const totalMxn = totalMxnOf(invoice)?.toNumber();
  if (totalMxn === undefined) return [];
  const { cfdiId, uuid, counterpartyRfc, counterpartyName, issuedLocalDateTime } = invoice;
  const { total, currency, methodCode } = invoice;
  return [
    {
      documentRef: documentRef('cfdi', cfdiId),
      uuid: certain(uuid, 'uuid'),
      counterpartyRfc: certain(counterpartyRfc, 'counterpartyRfc'),
      counterpartyName,
      issuedLocalDateTime,
      total: { amount: Number(total), currency },
      totalMxn,
      methodCode,
    },
  ];
}
