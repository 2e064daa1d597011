import type { fiscalCfdi } from '@timbre/contract';
import { command } from '@timbre/kit';
import { deleteDraft } from './delete-draft';
import { withholdingKind } from './fiscal-kinds';

export const deleteWithholding = command(
  (tx, { documentRef }: fiscalCfdi.DeleteWithholdingRequest) =>
    deleteDraft(tx, withholdingKind, documentRef),
);
