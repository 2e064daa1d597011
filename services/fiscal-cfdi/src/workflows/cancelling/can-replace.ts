import { certain, inPlaceOf } from '@timbre/fiscal';
import type { Transaction } from '@timbre/kit';
import { refusedEdit } from '../../domain/drafting/editable';
import { canRelate } from '../../domain/drafting/related-documents';
import { replacedBy } from '../../store/cancellations';
import { cfdiName, type Cfdi } from '../../store/cfdi/cfdi';
import { isRelated } from '../../store/cfdi/cfdi-relations';
import { withholdingName, type Withholding } from '../../store/withholdings/withholdings';

/**
 * Returns whether a CFDI relates to another CFDI under relationship 04, or will relate to it once it is
 * sealed.
 */
export async function canReplaceCfdi(
  tx: Transaction,
  replacement: Cfdi,
  { kind, uuid }: Cfdi,
): Promise<boolean> {
  if (!canRelate(replacement.kind, inPlaceOf, kind)) return false;
  if (!refusedEdit(replacement, cfdiName)) return true;
  return isRelated(tx, {
    cfdiId: replacement.id,
    relationship: inPlaceOf,
    uuid: certain(uuid, 'uuid'),
  });
}

/** Like `canReplaceCfdi`, but for withholding documents, whose schema allows only one related document. */
export async function canReplaceWithholding(
  tx: Transaction,
  replacement: Withholding,
  { uuid }: Withholding,
): Promise<boolean> {
  const { relatedDocument: related } = replacement.input;
  if (related) return related.relationship === inPlaceOf && related.uuid.toLowerCase() === uuid;
  if (refusedEdit(replacement, withholdingName)) return false;
  return (await replacedBy(tx, replacement.id)).length === 0;
}
