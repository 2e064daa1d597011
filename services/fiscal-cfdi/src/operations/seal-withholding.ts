import { validateRetenciones, type Sealed } from '@timbre/cfdi';
import type { Transaction } from '@timbre/kit';
import { inPlaceOf } from '../domain/replacement';
import { retencionesOf } from '../domain/withholding';
import { withholdingIssues } from '../domain/withholding-issues';
import { replacedBy } from '../store/cancellations';
import type { Withholding } from '../store/withholdings';
import { refuseInvalid, withinPacLimit } from './draft-invalid';
import type { Sealing } from './fiscal-kinds';

/** The sealed XML of a withholding draft that breaks no rule today; it names what it replaces. */
export async function sealWithholding(
  tx: Transaction,
  withholding: Withholding,
  { profile, fecha, key }: Sealing,
): Promise<Sealed> {
  const { series, folio } = withholding;
  const [replaced] = withholding.input.relatedDocument ? [] : await replacedBy(tx, withholding.id);
  if (replaced !== undefined) {
    const relatedDocument = { relationship: inPlaceOf, uuid: replaced };
    withholding.input = { ...withholding.input, relatedDocument };
  }
  const { input } = withholding;
  refuseInvalid(withholdingIssues(input, profile, fecha.slice(0, 10)));
  const issuance = { fecha, serie: series ?? undefined, folio: folio?.toString() };
  const document = retencionesOf(input, profile, issuance);
  refuseInvalid(
    validateRetenciones(document).map((finding) => ({
      ...finding,
      path: ['document', ...finding.path],
    })),
  );
  return withinPacLimit(key.sealRetenciones(document));
}
