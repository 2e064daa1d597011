const RATES =
  'packages/cfdi is pure and knows no published exchange rates; compareRate of packages/fiscal judges ' +
  'the rate of a draft, by approximate ones';

/** Codes of the simulator that the product's validation does not give, each with the reason. */
export const explainedDifferences: ReadonlyMap<string, string> = new Map([
  ['CFDI40118', RATES],
  ['CFDI40127', `${RATES}: whether a foreign currency may have a Confirmacion depends on the rate`],
]);
