import { isIdentifier, memoizeSql, type Reader } from '@timbre/kit';
import type { DocumentKind } from '../../domain/document-kind';
import { profileAt } from '../../domain/drafting/document-header';
import type { Profile } from '../../domain/set-up/fiscal-profile';
import { announcedColumns } from '../cfdi/announced-columns';
import type { FiscalDocument } from '../fiscal-documents';
import { keyNames, type KeyNameRow } from './signing-keys';

/** A draft without stamp attempts, with all data that its seal needs. */
export interface Sealable {
  document: FiscalDocument;
  profile: Profile & { version: number };
  series: NextInSeries;
  certificate: KeyNameRow;
}

/** A series, with the value that its next folio had when the series was read. */
export interface NextInSeries {
  id: string;
  code: string;
  nextFolio: number;
}

interface SealableRow extends Omit<Sealable, 'document'> {
  folio: number | string | null;
}

/** The columns that are checked for the seal or that events contain. */
const columns: { readonly [Kind in DocumentKind]: string } = {
  cfdi: `${announcedColumns()}, r.stage, r.series_id as "seriesId", r.customer`,
  withholding: `r.id, r.version, r.status, r.stage, r.series_id as "seriesId", r.folio, r.archived,
    r.input, r.counterparty_rfc as "counterpartyRfc", r.counterparty_name as "counterpartyName",
    r.total, r.withholding_code as "withholdingCode", r.withheld, r.taxes`,
};

/**
 * The SQL condition for documents whose seal affects no other document, so that no other document has to be
 * locked.
 */
const isAlone: { readonly [Kind in DocumentKind]: string } = {
  cfdi: `r.kind not in ('payment_complement', 'credit_note') and r.input->'relations' is null`,
  withholding: 'true',
};

const tables: { readonly [Kind in DocumentKind]: string } = {
  cfdi: 'cfdi',
  withholding: 'withholdings',
};

const seriesKind: { readonly [Kind in DocumentKind]: string } = {
  cfdi: 'r.kind',
  withholding: `'withholding'`,
};

const selectOf = memoizeSql(
  (kind: DocumentKind) => `select ${columns[kind]},
    json_build_object('version', p.version, 'rfc', p.rfc, 'legalName', p.legal_name,
      'taxSystem', p.tax_system, 'postalCode', p.postal_code, 'timeZone', p.time_zone,
      'iepsTaxpayer', p.ieps_taxpayer, 'address', p.address) as profile,
    json_build_object('id', s.id, 'code', s.code, 'nextFolio', s.next_folio) as series,
    (select to_json(n) from (select ${keyNames}) n) as certificate
  from ${tables[kind]} r
  join fiscal_profiles p on p.org_id = r.org_id
  join series s on s.org_id = r.org_id and s.active and case when r.series_id is null
    then s.is_default and s.kind = ${seriesKind[kind]} else s.id = r.series_id end
  join certificates c on c.org_id = r.org_id and c.kind = 'csd' and c.active
  join secrets k on k.org_id = c.org_id and k.id = c.secret_id
  where r.org_id = :org and r.id = $2::uuid and r.status = 'draft' and ${isAlone[kind]}
    and not exists (select from cancellations n where n.org_id = :org
      and n.replacement_id = $2::uuid and n.state = 'requested')`,
);

/**
 * Reads all data for a seal in one statement, without locks. Returns undefined if the seal needs locks,
 * because the draft has an earlier attempt, a payment, a relation or a replacement. Also returns undefined
 * if there is no series, profile or CSD.
 */
export async function sealableDraft(
  read: Reader,
  kind: DocumentKind,
  documentId: string,
): Promise<Sealable | undefined> {
  if (!isIdentifier(documentId)) return undefined;
  const [row] = await read.rows<SealableRow>(selectOf(kind), [documentId]);
  // A draft with an earlier attempt already has a folio. The check is not part of the SQL: without
  // statistics the planner would use the folio index for `is null` and read every draft.
  if (!row || row.folio !== null) return undefined;
  const { series, certificate } = row;
  // The cast is safe, because the select contains every column of the document.
  const document = row as unknown as FiscalDocument;
  return { document, profile: profileAt(row.profile, document.input), series, certificate };
}
