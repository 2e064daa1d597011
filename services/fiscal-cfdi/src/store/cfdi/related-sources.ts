import { inPlaceOf } from '@timbre/fiscal';
import type { Reader, Transaction } from '@timbre/kit';
import { advanceKey } from '../../domain/invoices/advance';
import { relatedDocumentsOf, replacedUuids } from '../../domain/drafting/related-documents';
import type { DraftInput } from '../../domain/drafting/draft';
import type {
  CreditNoteSource,
  RelatedSource,
  RelatedSources,
} from '../../domain/drafting/draft-sources';
import { advancedOf } from './advances';
import { creditingList, creditsOf, isBeingCanceled } from './credits';
import { listed, lockIssued, paymentsOfInvoice, uuidsIn } from './invoice-payments';

/**
 * The maximum number of links between credit notes and documents that a query follows, starting at the
 * related documents of a draft. The nearest links are followed first.
 */
const linksMax = 10_000;

/**
 * Returns the SQL for the credit notes that relate to the documents of a list. If such a credit note also
 * relates to other documents, the SQL includes the credit notes for those documents too, recursively. The
 * SQL excludes credit notes that the draft replaces.
 */
const creditNotes = (organization: string, uuids: string, replaced: string): string => `
  with recursive linked (uuid, note, relationship) as (
    select unnest(${uuidsIn(uuids)}), null::uuid, null::text
    union
    select n.uuid, k.id, n.relationship from linked l
    join cfdi r on r.org_id = ${organization} and r.uuid = l.uuid and r.direction = 'issued'
    cross join lateral (select c.id ${creditsOf('r')}
      where coalesce(c.uuid <> all(${uuidsIn(replaced)}), true)) k
    join cfdi_relations n on n.org_id = ${organization} and n.cfdi_id = k.id
      and n.relationship in ${creditingList})
  select c.total::text as total, c.currency, c.exchange_rate::text as "exchangeRate", k.names
  from (select l.note,
      json_agg(json_build_object('uuid', l.uuid, 'relationship', l.relationship)) as names
    from (select * from linked limit ${linksMax}) l where l.note is not null group by l.note) k
  join cfdi c on c.org_id = ${organization} and c.id = k.note`;

/**
 * The SQL for the document that replaces `r`: either an open cancellation of `r` has this document as its
 * replacement, or this document will cancel `r` once it is stamped.
 */
const replacement = `select coalesce(
    (select n.replacement_id from cancellations n where n.org_id = r.org_id and n.cfdi_id = r.id
      and n.state in ('requested', 'in_process')),
    (select b.id from cfdi_relations n join cfdi b on b.org_id = n.org_id and b.id = n.cfdi_id
      where n.org_id = r.org_id and n.uuid = r.uuid and n.relationship = '${inPlaceOf}'
        and b.stage in ('stamping', 'unknown') and b.input @> '{"cancelReplaced": true}' limit 1))`;

const documents = (organization: string, uuids: string, replaced: string): string => `select
    r.id as "cfdiId", r.uuid::text as uuid, r.kind, r.status, r.currency,
    r.exchange_rate::text as "exchangeRate", r.total::text as total,
    r.counterparty_rfc as "receiverRfc", p.paid > 0 as "isPaid",
    ${advancedOf('r', replaced)}::text as advanced,
    (${replacement})::text as "replacementId",
    ${isBeingCanceled('r')} as "isBeingCanceled",
    r.items @> '[{"satProductCode": "${advanceKey}"}]' as "isAdvance"
  from cfdi r cross join lateral (${paymentsOfInvoice()}) p
  where r.org_id = ${organization} and r.direction = 'issued' and r.uuid = any(${uuidsIn(uuids)})`;

/** Returns the UUIDs of all related documents of a draft. */
const namedBy = (input: DraftInput): string[] =>
  relatedDocumentsOf(input).flatMap(({ documents }) => documents);

/** The result for a draft that relates to no documents. */
const nothing: RelatedSources = { documents: [], creditNotes: [] };

type Rows = <Row>(statement: (organization: string) => string, values: string[]) => Promise<Row[]>;

async function related(rows: Rows, input: DraftInput): Promise<RelatedSources> {
  const named = namedBy(input);
  if (listed(named) === '') return nothing;
  const replaced = listed(replacedUuids(input));
  const notes = input.creditNote
    ? await rows<CreditNoteSource>(
        (org) => creditNotes(org, '$2::text', '$3::text'),
        [listed(named), replaced],
      )
    : [];
  const around = new Set([
    ...named,
    ...notes.flatMap(({ names }) => names.map(({ uuid }) => uuid)),
  ]);
  return {
    documents: await rows<RelatedSource>(
      (org) => documents(org, '$2::text', '$3::text'),
      [listed([...around]), replaced],
    ),
    creditNotes: notes,
  };
}

/** Reads the stored data of the documents to which a draft relates. */
export const readRelated = (read: Reader, input: DraftInput): Promise<RelatedSources> =>
  related((statement, values) => read.rows(statement(':org'), values), input);

/** Like `readRelated`, but inside a transaction. */
export const relatedIn = (tx: Transaction, input: DraftInput): Promise<RelatedSources> =>
  related((statement, values) => tx.rows(statement('$1'), [tx.organizationId, ...values]), input);

/** The class of the advisory locks for an organization's credit notes. */
const lockClass = 7_140_023;

/**
 * Like `relatedIn`, but with locks until the commit, so that two credit notes never credit the same amount.
 * All credit notes of an organization wait for each other, because they can be linked through other
 * documents.
 */
export async function lockRelated(tx: Transaction, input: DraftInput): Promise<RelatedSources> {
  const named = namedBy(input);
  if (listed(named) === '') return nothing;
  if (input.creditNote) {
    await tx.rows('select pg_advisory_xact_lock($1, hashtext($2))', [lockClass, tx.organizationId]);
  }
  await lockIssued(tx, named);
  return relatedIn(tx, input);
}
