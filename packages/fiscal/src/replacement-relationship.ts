/** The code of c_TipoRelacion for a document that replaces another document. */
export const inPlaceOf = '04';
