/** c_TipoRelacion of a document that stands in the place of another one. */
export const inPlaceOf = '04';
