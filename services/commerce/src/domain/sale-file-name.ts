import type { PaperLanguage } from '@timbre/fiscal';

const stems = {
  quote: { es: 'cotizacion', en: 'quote' },
  receipt: { es: 'recibo', en: 'receipt' },
};

/**
 * Returns the file name of a PDF, such as `recibo-CEN-1.pdf`; the name is also Spanish if the PDF
 * is bilingual.
 */
export function saleFileName(
  kind: keyof typeof stems,
  folio: string | number,
  language: PaperLanguage,
): string {
  const stem = stems[kind][language === 'en' ? 'en' : 'es'];
  return `${stem}-${String(folio).replaceAll(/[^A-Za-z0-9-]/g, '_')}.pdf`;
}
