/**
 * Codes of c_TipoRelacion with which a document of type E lowers the balance of the documents that
 * it relates: credit note, return, applied advance (guide of the CFDI 4.0, read 2026-11-20). A
 * debit note (02) would increase a balance, so this code has no effect on the balance in a document
 * of type E.
 */
export const creditRelationships: readonly string[] = ['01', '03', '07'];
