import type { fiscalCfdi } from '@timbre/contract';
import { command } from '@timbre/kit';
import { deleteDraft } from '../workflows/drafting/delete-draft';
import { cfdiKind } from '../workflows/documents/fiscal-kinds';

export const deleteCfdi = command((tx, { documentRef }: fiscalCfdi.DeleteCfdiRequest) =>
  deleteDraft(tx, cfdiKind, documentRef),
);
