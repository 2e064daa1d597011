import type { SettlementTerms } from '@timbre/fiscal';
import type { Reader } from '@timbre/kit';

interface Row {
  branch: string | null;
  receiverAddress: string | null;
  language: string | null;
  dueOn: string | null;
  terms: SettlementTerms | null;
  total: string;
  currency: string;
  datedOn: string;
}

/**
 * Reads the branch, the receiver's address and language, and the due dates of a document. The due dates
 * come from the payment plan, or from the draft if there is no plan.
 */
export async function besideXmlOf(read: Reader, id: string): Promise<Row | undefined> {
  const [row] = await read.rows<Row>(
    `select r.input->>'branch' as branch, r.customer->>'address' as "receiverAddress",
       r.customer->>'documentLanguage' as language,
       coalesce(v.payment_due_date, r.due_date)::text as "dueOn",
       coalesce(case when v.plan_id is not null then v.settlement_terms end,
         r.settlement_terms) as terms,
       r.total::text as total, r.currency, r.dated_on::text as "datedOn"
     from cfdi r left join receivables v on v.org_id = r.org_id and v.cfdi_id = r.id
     where r.org_id = :org and r.id = $2::uuid`,
    [id],
  );
  return row;
}
