import { cadenaOriginal, readXml } from '@timbre/cfdi';

/**
 * Whether a stamped XML is this draft, sealed: both have the same cadena original, apart from the number of the
 * certificate. The cadena contains every value that the seal protects.
 * @param draftXml the draft with the series, folio and Fecha of the stamped document
 */
export const isStampOf = (draftXml: string, stampedXml: Uint8Array): boolean =>
  contentOf(draftXml) === contentOf(stampedXml);

function contentOf(xml: string | Uint8Array): string {
  const root = readXml(xml);
  return cadenaOriginal({ ...root, attributes: { ...root.attributes, NoCertificado: '' } });
}
