import type { fiscalCfdi } from '@timbre/contract';
import { command } from '@timbre/kit';
import { deleteDraft } from './delete-draft';
import { cfdiKind } from './fiscal-kinds';

export const deleteCfdi = command((tx, { documentRef }: fiscalCfdi.DeleteCfdiRequest) =>
  deleteDraft(tx, cfdiKind, documentRef),
);
