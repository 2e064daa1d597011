import { parseComprobante, type Comprobante } from '@timbre/cfdi';
import { certain } from '@timbre/fiscal';

type Receptor = Comprobante['receptor'];

/** The fields of the receiver in the API's detail of a document, each with its XML attribute. */
const attributes = {
  rfc: 'rfc',
  legalName: 'nombre',
  taxSystem: 'regimenFiscalReceptor',
  postalCode: 'domicilioFiscalReceptor',
  taxResidence: 'residenciaFiscal',
  foreignTaxId: 'numRegIdTrib',
} as const satisfies Readonly<Record<string, keyof Receptor>>;

export type RefreshedField = keyof typeof attributes;

/** Returns the fields of the receiver that differ between two XML versions of a document. */
export function refreshedFields(before: Uint8Array, after: string): RefreshedField[] {
  const [refused, present] = [before, after].map((xml) => parseComprobante(xml).document.receptor);
  return (Object.keys(attributes) as RefreshedField[]).filter(
    (field) =>
      certain(refused, 'refused')[attributes[field]] !==
      certain(present, 'present')[attributes[field]],
  );
}
