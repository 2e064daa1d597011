import type { fiscalCfdi } from '@timbre/contract';
import { command, replyWith } from '@timbre/kit';
import { withholdingKind } from '../workflows/documents/fiscal-kinds';
import { setArchived } from '../workflows/documents/set-archived';

export const unarchiveWithholding = command(
  async (tx, { documentRef }: fiscalCfdi.UnarchiveWithholdingRequest) =>
    replyWith(withholdingKind.detail, await setArchived(tx, withholdingKind, documentRef, false)),
);
