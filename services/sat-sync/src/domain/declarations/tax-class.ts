import { foldLetters } from '@timbre/fiscal';

export type TaxClass = 'isr' | 'iva' | 'withholdings' | 'unclassified';

/**
 * Returns the tax class of a concept from the printed name. The tax class depends only on the
 * printed name, because a filing receipt (acuse) contains no codes. Withholdings are tested first,
 * because "ISR retenciones por salarios" is not the taxpayer's own ISR.
 */
export function taxClassOf(name: string): TaxClass {
  const word = foldLetters(name);
  if (/RETENCION|RETENID|PAGOSPORCUENTADETERCEROS/.test(word)) return 'withholdings';
  if (word.startsWith('IVA') || word.includes('IMPUESTOALVALORAGREGADO')) return 'iva';
  if (word.startsWith('ISR') || word.includes('IMPUESTOSOBRELARENTA')) return 'isr';
  return 'unclassified';
}
