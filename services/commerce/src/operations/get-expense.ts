import type { expenseDetail as detailShape } from '@timbre/api';
import type { commerce } from '@timbre/contract';
import { documentRef } from '@timbre/fiscal';
import { query, type Answer, type Reader } from '@timbre/kit';
import { totalMxnOf } from '../domain/expense-cfdi';
import type { InvoiceSearch, ReceivedInvoice } from '../domain/ports';
import { expenseDetail, expenseIdOf } from '../store/expenses';
import type { ExpenseProviders } from '../workflows/link-cfdi';

type Detail = Answer<typeof detailShape>;
type Suggestion = NonNullable<Detail['suggestedCfdi']>[number];

/** Suggestions come from fiscal-cfdi, which is asked only for them. */
export const getExpense = query(
  async (read, request: commerce.GetExpenseRequest, { invoices }: ExpenseProviders) => {
    const id = expenseIdOf(request.documentRef);
    const body = await read.resource(expenseDetail, id);
    if (!request.suggestCfdi) return body;
    const { data } = JSON.parse(body.toString()) as { data: Detail };
    const found = await invoices.suggest(read.context, await searchOf(read, id));
    const suggestedCfdi = (await unlinked(read, found)).flatMap(shown).slice(0, suggestionsMax);
    return Buffer.from(JSON.stringify({ data: { ...data, suggestedCfdi } }));
  },
);

const suggestionsMax = 10;

async function searchOf(read: Reader, id: string): Promise<InvoiceSearch> {
  const [row] = await read.rows<{ rfc: string | null; total: string; datedOn: string }>(
    `select c.rfc, r.total::text as total, r.business_date::text as "datedOn" from expenses r
     left join contacts c on c.org_id = r.org_id and c.id = r.supplier_id
     where r.org_id = :org and r.id = $2::uuid`,
    [id],
  );
  const { rfc, total, datedOn } = row!;
  return { counterpartyRfc: rfc ?? undefined, total, datedOn };
}

/** Without those that support an expense already. */
async function unlinked(read: Reader, invoices: ReceivedInvoice[]): Promise<ReceivedInvoice[]> {
  const rows = await read.rows<{ id: string }>(
    `select r.cfdi_id as id from expenses r where r.org_id = :org and r.cfdi_id = any($2::uuid[])`,
    [invoices.map(({ cfdiId }) => cfdiId)],
  );
  const linked = new Set(rows.map(({ id }) => id));
  return invoices.filter(({ cfdiId }) => !linked.has(cfdiId));
}

/** No suggestion for an invoice without a known amount in pesos. */
function shown(invoice: ReceivedInvoice): Suggestion[] {
  const totalMxn = totalMxnOf(invoice)?.toNumber();
  if (totalMxn === undefined) return [];
  const { cfdiId, uuid, counterpartyRfc, counterpartyName, issuedLocalDateTime } = invoice;
  const { total, currency, methodCode } = invoice;
  return [
    {
      documentRef: documentRef('cfdi', cfdiId),
      uuid: uuid!,
      counterpartyRfc: counterpartyRfc!,
      counterpartyName,
      issuedLocalDateTime,
      total: { amount: Number(total), currency },
      totalMxn,
      methodCode,
    },
  ];
}
