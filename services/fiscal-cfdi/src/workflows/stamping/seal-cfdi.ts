import { inPlaceOf } from '@timbre/fiscal';
import { validateComprobante, type Comprobante, type Sealed } from '@timbre/cfdi';
import type { Transaction } from '@timbre/kit';
import { findingIssue } from '../../domain/drafting/document-issues';
import type { Draft } from '../../domain/drafting/draft';
import { judgeDraft } from '../../domain/drafting/draft-issues';
import { withReplaced } from '../../domain/cancelling/replacement';
import { replacedBy } from '../../store/cancellations';
import type { Cfdi } from '../../store/cfdi/cfdi';
import { addRelations } from '../../store/cfdi/cfdi-relations';
import { lockRelated } from '../../store/cfdi/related-sources';
import { refuseInvalid, requireValid, withinPacLimit } from './draft-invalid';
import { refreshedFields } from '../../domain/stamping/refreshed';
import type { Sealing } from '../../domain/stamping/sealing';
import { renewPaidDocuments } from '../drafting/paid-invoices';

/**
 * Seals a CFDI draft that breaks no rule today. If a PAC has refused the document before, the function also
 * records which data of the receiver have changed since.
 */
export async function sealCfdi(tx: Transaction, cfdi: Cfdi, sealing: Sealing): Promise<Sealed> {
  await renewPaidDocuments(tx, cfdi);
  const replaced = await replacedBy(tx, cfdi.id);
  await addRelations(tx, cfdi.id, inPlaceOf, replaced);
  const related = await lockRelated(tx, cfdi.input);
  const sealed = sealedCfdi({ ...cfdi, related }, sealing, replaced);
  if (cfdi.stage === 'rejected' && cfdi.sealedXml)
    cfdi.refreshed = refreshedFields(cfdi.sealedXml, sealed.xml);
  return sealed;
}

type SealedFrom = Pick<
  Cfdi,
  'kind' | 'input' | 'customer' | 'items' | 'paidDocuments' | 'series' | 'folio' | 'origin'
> &
  Pick<Draft, 'id' | 'related'>;

/**
 * Seals a CFDI like `sealCfdi`, but without database queries.
 * @param replaced contains the UUIDs of the documents that the draft replaces
 * @throws Refusal with conflict draft_invalid, which lists every rule that the draft breaks today
 */
export function sealedCfdi(
  cfdi: SealedFrom,
  { profile, fecha, key }: Sealing,
  replaced: readonly string[] = [],
): Sealed {
  const draft = { ...cfdi, customer: cfdi.customer ?? null };
  const issuance = { fecha, serie: cfdi.series ?? undefined, folio: cfdi.folio?.toString() };
  const document = requireValid(judgeDraft(draft, profile, issuance));
  const sealed = key.seal(replacing(document, replaced));
  return withinPacLimit(sealed);
}

/** @throws Refusal with conflict draft_invalid if the document may not relate to the replaced documents */
function replacing(document: Comprobante, replaced: readonly string[]): Comprobante {
  if (replaced.length === 0) return document;
  const whole = withReplaced(document, replaced);
  refuseInvalid(
    validateComprobante(whole).map((finding) =>
      findingIssue(finding, (path) => ['document', ...path]),
    ),
  );
  return whole;
}
