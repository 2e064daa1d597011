import { conflict, type Refusal } from '@timbre/kit';

const taken = (field: string, owner: string) => (): Refusal => {
  const [code, message] = [`${field}_taken`, `Another ${owner} has this ${field}.`];
  return conflict(message, code, [{ path: [field], code, message }]);
};

/** The refusals for violated unique indexes. */
export const constraints = {
  contacts_code: taken('code', 'contact of this kind'),
  products_code: taken('code', 'product'),
  products_sku: taken('sku', 'product'),
};
