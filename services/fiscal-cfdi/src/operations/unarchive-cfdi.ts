import type { fiscalCfdi } from '@timbre/contract';
import { command, replyWith } from '@timbre/kit';
import { cfdiDetail } from '../store/cfdi-resources';
import { cfdiKind } from './fiscal-kinds';
import { setArchived } from './set-archived';

export const unarchiveCfdi = command(async (tx, { documentRef }: fiscalCfdi.UnarchiveCfdiRequest) =>
  replyWith(cfdiDetail, await setArchived(tx, cfdiKind, documentRef, false)),
);
