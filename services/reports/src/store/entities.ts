/** Empty, because reports use only SQL. */
export const entities = [];
