import {
  writeComprobante,
  writeRetenciones,
  type Comprobante,
  type Retenciones,
} from '@timbre/cfdi';

/** Placeholders for the attributes of a seal; the PDF does not show them. */
const unsealed = { noCertificado: '0'.repeat(20), certificado: 'AA==', sello: 'AA==' };

/** Writes an unsealed document as XML that can be parsed again; the XML is used only for printing. */
export const draftXml = (document: Comprobante): string =>
  writeComprobante({ ...document, ...unsealed }).xml;

/**
 * Writes an unsealed withholding document as XML that can be parsed again; the XML is used only for
 * printing.
 */
export const withholdingDraftXml = (document: Retenciones): string =>
  writeRetenciones({ ...document, ...unsealed }).xml;
