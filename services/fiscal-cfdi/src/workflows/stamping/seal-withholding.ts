import { inPlaceOf } from '@timbre/fiscal';
import type { Sealed } from '@timbre/cfdi';
import type { Transaction } from '@timbre/kit';
import { judgeWithholding } from '../../domain/withholdings/withholding-issues';
import { replacedBy } from '../../store/cancellations';
import type { Withholding } from '../../store/withholdings/withholdings';
import { requireValid, withinPacLimit } from './draft-invalid';
import type { Sealing } from '../../domain/stamping/sealing';

/**
 * Seals a withholding draft that breaks no rule today. The sealed XML relates to the document that the
 * draft replaces.
 */
export async function sealWithholding(
  tx: Transaction,
  withholding: Withholding,
  sealing: Sealing,
): Promise<Sealed> {
  const [replaced] = withholding.input.relatedDocument ? [] : await replacedBy(tx, withholding.id);
  if (replaced !== undefined) {
    const relatedDocument = { relationship: inPlaceOf, uuid: replaced };
    withholding.input = { ...withholding.input, relatedDocument };
  }
  return sealedWithholding(withholding, sealing);
}

/**
 * Seals a withholding document like `sealWithholding`, but without database queries.
 * @throws Refusal with conflict draft_invalid, which lists every rule that the draft breaks today
 */
export function sealedWithholding(
  { input, series, folio }: Pick<Withholding, 'input' | 'series' | 'folio'>,
  { profile, fecha, key }: Sealing,
): Sealed {
  const issuance = { fecha, serie: series ?? undefined, folio: folio?.toString() };
  const document = requireValid(judgeWithholding(input, profile, issuance));
  return withinPacLimit(key.sealRetenciones(document));
}
