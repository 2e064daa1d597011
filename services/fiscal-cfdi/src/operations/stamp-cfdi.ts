import { cfdiKind, type FiscalKind } from '../workflows/documents/fiscal-kinds';
import { stampCommand } from '../workflows/stamping/stamp-document';

export const stampCfdi = stampCommand(cfdiKind as FiscalKind);
