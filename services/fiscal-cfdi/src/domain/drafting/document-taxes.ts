import type { Comprobante } from '@timbre/cfdi';
import { taxSummary, type TaxSummary } from '@timbre/items';
import { localTaxLines, type LocalTaxLine } from '../invoices/local-taxes';

/** The taxes of a document: the summary of its concepts' taxes, and its local taxes. */
export interface DocumentTaxes extends TaxSummary {
  local?: LocalTaxLine[] | undefined;
}

export function documentTaxes({
  impuestos,
  complemento,
}: Pick<Comprobante, 'impuestos' | 'complemento'>): DocumentTaxes {
  const local = localTaxLines(complemento?.impuestosLocales);
  return { ...taxSummary(impuestos), ...(local && { local }) };
}
