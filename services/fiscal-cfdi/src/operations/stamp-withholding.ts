import { withholdingKind, type FiscalKind } from '../workflows/documents/fiscal-kinds';
import { stampCommand } from '../workflows/stamping/stamp-document';

export const stampWithholding = stampCommand(withholdingKind as FiscalKind);
