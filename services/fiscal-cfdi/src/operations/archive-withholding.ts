import type { fiscalCfdi } from '@timbre/contract';
import { command, replyWith } from '@timbre/kit';
import { withholdingKind } from '../workflows/documents/fiscal-kinds';
import { setArchived } from '../workflows/documents/set-archived';

export const archiveWithholding = command(
  async (tx, { documentRef }: fiscalCfdi.ArchiveWithholdingRequest) =>
    replyWith(withholdingKind.detail, await setArchived(tx, withholdingKind, documentRef, true)),
);
