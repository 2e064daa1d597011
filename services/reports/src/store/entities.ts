/** Reports write and read by SQL alone. */
export const entities = [];
