import {
  writeComprobante,
  writeRetenciones,
  type Comprobante,
  type Retenciones,
} from '@timbre/cfdi';

/** Placeholders for the fields of a seal, which are never printed. */
const unsealed = { noCertificado: '0'.repeat(20), certificado: 'AA==', sello: 'AA==' };

/** Writes an unsealed document as XML that can be parsed again, only for printing. */
export const draftXml = (document: Comprobante): string =>
  writeComprobante({ ...document, ...unsealed }).xml;

/** Writes an unsealed withholding document as XML that can be parsed again, only for printing. */
export const withholdingDraftXml = (document: Retenciones): string =>
  writeRetenciones({ ...document, ...unsealed }).xml;
