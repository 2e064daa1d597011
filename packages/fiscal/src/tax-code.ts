/** The codes of c_Impuesto, keyed by the names of the taxes in the API and c_TasaOCuota. */
export const taxCodes = { ISR: '001', IVA: '002', IEPS: '003' } as const;

const codes: ReadonlyMap<string, string> = new Map(Object.entries(taxCodes));
const names: ReadonlyMap<string, string> = new Map([...codes].map(([name, code]) => [code, name]));

/** Returns the code of a tax; undefined for any other text. */
export const taxCodeOf = (name: string): string | undefined => codes.get(name);

/** Returns the name of a code; undefined for any other text. */
export const taxNameOf = (code: string): string | undefined => names.get(code);
