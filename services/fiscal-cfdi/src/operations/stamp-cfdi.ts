import { cfdiKind, type FiscalKind } from './fiscal-kinds';
import { stampCommand } from './stamp-document';

export const stampCfdi = stampCommand(cfdiKind as FiscalKind);
