/**
 * The codes of c_TipoRelacion for a credit note, a return and an applied advance. With these codes,
 * a document of type E lowers the balance of its related documents (guide of the CFDI 4.0, read
 * 2026-11-20). A debit note (02) would increase a balance, so this code has no effect on the
 * balance in a document of type E.
 */
export const creditRelationships: readonly string[] = ['01', '03', '07'];
