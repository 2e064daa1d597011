import type { fiscalCfdi } from '@timbre/contract';
import { command } from '@timbre/kit';
import { deleteDraft } from '../workflows/drafting/delete-draft';
import { withholdingKind } from '../workflows/documents/fiscal-kinds';

export const deleteWithholding = command(
  (tx, { documentRef }: fiscalCfdi.DeleteWithholdingRequest) =>
    deleteDraft(tx, withholdingKind, documentRef),
);
