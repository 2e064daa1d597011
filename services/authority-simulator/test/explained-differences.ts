const RATES =
  'packages/cfdi is pure and knows no published exchange rates; compareRate of packages/fiscal judges ' +
  'the rate of a draft, by approximate ones';

/** Codes that only one of the simulator and the product's validation gives, each with the reason. */
export const explainedDifferences: ReadonlyMap<string, string> = new Map([['CFDI40118', RATES]]);
