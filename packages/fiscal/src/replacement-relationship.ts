/** c_TipoRelacion of a document that replaces another document. */
export const inPlaceOf = '04';
