const RATES =
  'packages/cfdi is pure and knows no published exchange rates; compareRate of packages/fiscal judges ' +
  'the rate of a draft, by approximate ones';

/** The codes that only the simulator or only the product's validation reports, each with the reason. */
export const explainedDifferences: ReadonlyMap<string, string> = new Map([['CFDI40118', RATES]]);
