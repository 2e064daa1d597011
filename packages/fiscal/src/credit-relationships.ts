/**
 * Codes of c_TipoRelacion under which a document of type E lowers the balance of the documents that
 * it names: credit note, return, applied advance (guide of the CFDI 4.0, read 2026-11-20). A debit
 * note (02) would raise a balance, so on a document of type E it has no effect on the balance.
 */
export const creditRelationships: readonly string[] = ['01', '03', '07'];
