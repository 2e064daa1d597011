import { withholdingKind, type FiscalKind } from './fiscal-kinds';
import { stampCommand } from './stamp-document';

export const stampWithholding = stampCommand(withholdingKind as FiscalKind);
