import { invoiceDaysApartMax, invoiceDifferenceMax } from '@timbre/fiscal';
import type { fiscalCfdi } from '@timbre/contract';
import { unestimated, type Reader } from '@timbre/kit';
import { announcedColumns } from './announced-columns';
import { cfdiMessage, factsOf, type AnnouncedCfdi } from './cfdi-events';

/** The SQL expressions for those members of the event message that differ from the entity's columns. */
const ofMessage = {
  folio: 'coalesce(r.folio::text, r.external_folio)',
  exchangeRate: 'trim_scale(r.exchange_rate)::text',
  subtotal: 'trim_scale(r.subtotal)::text',
  total: 'trim_scale(r.total)::text',
} as const;

/** Items without a product are not part of the message. */
const columns = announcedColumns({
  ...ofMessage,
  items: `coalesce((select jsonb_agg(i) from jsonb_array_elements(r.items) i
    where i ? 'productId'), '[]')`,
});

/**
 * Returns the event message with the current state of a document; undefined if the document does not exist.
 */
export async function announcedCfdi(
  read: Reader,
  cfdiId: string,
): Promise<fiscalCfdi.Cfdi | undefined> {
  const [row] = await read.rows<AnnouncedCfdi>(
    `select ${columns} from cfdi r where r.org_id = :org and r.id = $2::uuid`,
    [cfdiId],
  );
  return row && cfdiMessage(row);
}

/**
 * The SQL condition for documents that change a balance. The condition excludes drafts, and documents that
 * are known only from the SAT's metadata.
 */
export const owedOnly = `status <> 'draft' and stamped_xml is not null
  and kind in ('income', 'credit_note', 'payment_complement')`;

const owedPage = 100;

/** Returns the page after `afterId` of the documents that change a balance, sorted by identifier. */
export async function owedCfdi(read: Reader, afterId: string): Promise<fiscalCfdi.Cfdi[]> {
  const rows = await read.rows<AnnouncedCfdi>(
    `select ${columns} from cfdi r where r.org_id = :org and r.id > $2::uuid and ${owedOnly}
     order by r.id limit ${owedPage}`,
    [afterId],
  );
  return rows.map((row) => cfdiMessage(row));
}

const columnsWithItems = announcedColumns(ofMessage);
const stampedPage = 100;

/**
 * Returns the page after `afterId` of the stamped documents with their facts, sorted by identifier. The
 * list excludes documents that are known only from the SAT's metadata.
 */
export async function stampedCfdi(read: Reader, afterId: string): Promise<fiscalCfdi.Cfdi[]> {
  const rows = await read.rows<AnnouncedCfdi>(
    `select ${columnsWithItems} from cfdi r where r.org_id = :org and r.id > $2::uuid
       and r.status <> 'draft' and r.stamped_xml is not null
     order by r.id limit ${stampedPage}`,
    [afterId],
  );
  return rows.map((row) => ({ ...cfdiMessage(row), facts: factsOf(row) }));
}

/** The SQL for the total in pesos, in the form of the document's detail. */
const totalMxn = 'round(r.total * coalesce(r.exchange_rate, 1), 2)';

const suggestionsMax = 50;

const received = `r.org_id = :org and r.direction = 'received' and r.kind = 'income'
  and ${unestimated(`r.status = 'valid'`)}
  and r.dated_on between $3::date - ${invoiceDaysApartMax} and $3::date + ${invoiceDaysApartMax}`;

const difference = invoiceDifferenceMax.toString();
const hasTotal = `${totalMxn} between $2::numeric - ${difference} and $2::numeric + ${difference}`;

/**
 * Returns valid received invoices that were issued at most 60 days before or after a given day. If an RFC
 * is given, the invoices are from this supplier; otherwise they have the given total. Invoices with the
 * given total come first, and then the invoices nearest in time.
 */
export async function suggestedCfdi(
  read: Reader,
  { counterpartyRfc, total, datedOn }: fiscalCfdi.SuggestReceivedCfdiRequest,
): Promise<fiscalCfdi.Cfdi[]> {
  const ofSupplier = counterpartyRfc === undefined ? [] : [counterpartyRfc];
  const rows = await read.rows<AnnouncedCfdi>(
    `select ${columns} from cfdi r
     where ${received} and ${ofSupplier.length > 0 ? 'r.counterparty_rfc = $4' : hasTotal}
     order by ${hasTotal} desc, abs(r.dated_on - $3::date), r.id desc limit ${suggestionsMax}`,
    [total, datedOn, ...ofSupplier],
  );
  return rows.map((row) => cfdiMessage(row));
}
