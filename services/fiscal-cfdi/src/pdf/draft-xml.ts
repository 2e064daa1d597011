import {
  writeComprobante,
  writeRetenciones,
  type Comprobante,
  type Retenciones,
} from '@timbre/cfdi';

/** Stand for what only a seal brings; none of it is ever printed. */
const unsealed = { noCertificado: '0'.repeat(20), certificado: 'AA==', sello: 'AA==' };

/** A document before its seal as XML that can be read back; good for printing, for nothing else. */
export const draftXml = (document: Comprobante): string =>
  writeComprobante({ ...document, ...unsealed }).xml;

/** The same of a withholding document. */
export const withholdingDraftXml = (document: Retenciones): string =>
  writeRetenciones({ ...document, ...unsealed }).xml;
