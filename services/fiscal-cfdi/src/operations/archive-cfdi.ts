import type { fiscalCfdi } from '@timbre/contract';
import { command, replyWith } from '@timbre/kit';
import { cfdiDetail } from '../store/cfdi/cfdi-resources';
import { cfdiKind } from '../workflows/documents/fiscal-kinds';
import { setArchived } from '../workflows/documents/set-archived';

export const archiveCfdi = command(async (tx, { documentRef }: fiscalCfdi.ArchiveCfdiRequest) =>
  replyWith(cfdiDetail, await setArchived(tx, cfdiKind, documentRef, true)),
);
