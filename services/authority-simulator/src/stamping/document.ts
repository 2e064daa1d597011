import { createHash } from 'node:crypto';
import { childOf, childrenOf, descendantsOf, localName, namespaceOf, parseXml } from '../xml/tree';
import type { Element } from '../xml/tree';

const CFDI_NAMESPACE = 'http://www.sat.gob.mx/cfd/4';
const RETENCIONES_NAMESPACE = 'http://www.sat.gob.mx/esquemas/retencionpago/2';

/** A relation to another document. `kind` is TipoRelacion, or `pago` for a paid document. */
interface Relation {
  readonly uuid: string;
  readonly kind: string;
}

/** The fields of a sealed document that are needed for stamping and cancellation, for both schemas. */
export interface SealedDocument {
  readonly family: 'cfdi' | 'retenciones';
  readonly version: string;
  /** The type of the document (TipoDeComprobante); `R` for a withholding document. */
  readonly type: string;
  readonly seal: string;
  readonly certificateNumber: string;
  /** The local date and time at the place of issue. */
  readonly issuedAt: string;
  readonly placeOfIssue: string;
  readonly issuerRfc: string;
  readonly issuerName: string;
  /** The RFC of the receiver; empty for a foreign receiver of a withholding document. */
  readonly receiverRfc: string;
  readonly receiverName: string;
  readonly receiverPostalCode: string;
  readonly receiverRegime: string;
  readonly currency: string;
  /** The exchange rate (TipoCambio) as the document contains it; empty if it is absent. */
  readonly exchangeRate: string;
  /** The total (Total or MontoTotOperacion) as the document contains it. */
  readonly total: string;
  /** The confirmation key (Confirmacion), if the document has one. */
  readonly confirmation?: string;
  readonly relations: readonly Relation[];
  /** The product keys of the concepts and of the goods in Carta Porte; absent in older stored stamps. */
  readonly productKeys?: readonly string[];
}

export interface ReadDocument {
  readonly document: SealedDocument;
  /** The issuer's certificate in base64, from the attribute Certificado. */
  readonly certificate: string;
  readonly hasStamp: boolean;
}

/**
 * Parses a sealed document. The function throws an `Error` with the reason if the XML is neither a CFDI nor
 * a withholding document.
 */
export function readDocument(xml: string): ReadDocument {
  const root = parseXml(xml);
  const namespace = namespaceOf(root);
  const isCfdi = namespace === CFDI_NAMESPACE && localName(root) === 'Comprobante';
  const isRetention = namespace === RETENCIONES_NAMESPACE && localName(root) === 'Retenciones';
  if (!isCfdi && !isRetention)
    throw new Error(`the root is ${root.name} in ${namespace || 'none'}`);
  const document = isCfdi ? cfdiOf(root) : retentionOf(root);
  if (!document.seal) throw new Error('the attribute Sello is missing');
  if (!document.issuerRfc) throw new Error('the issuer has no RFC');
  return {
    document,
    certificate: attribute(root, 'Certificado'),
    hasStamp: descendantsOf(root, 'TimbreFiscalDigital').length > 0,
  };
}

/** Returns the key by which a PAC recognizes a sealed document that it has stamped. */
export function sealHash(seal: string): string {
  return createHash('sha256').update(seal, 'utf8').digest('hex');
}

function cfdiOf(root: Element): SealedDocument {
  const issuer = childOf(root, 'Emisor');
  const receiver = childOf(root, 'Receptor');
  return {
    family: 'cfdi',
    version: attribute(root, 'Version'),
    type: attribute(root, 'TipoDeComprobante'),
    seal: attribute(root, 'Sello'),
    certificateNumber: attribute(root, 'NoCertificado'),
    issuedAt: attribute(root, 'Fecha'),
    placeOfIssue: attribute(root, 'LugarExpedicion'),
    issuerRfc: attribute(issuer, 'Rfc'),
    issuerName: attribute(issuer, 'Nombre'),
    receiverRfc: attribute(receiver, 'Rfc'),
    receiverName: attribute(receiver, 'Nombre'),
    receiverPostalCode: attribute(receiver, 'DomicilioFiscalReceptor'),
    receiverRegime: attribute(receiver, 'RegimenFiscalReceptor'),
    currency: attribute(root, 'Moneda'),
    exchangeRate: attribute(root, 'TipoCambio'),
    total: attribute(root, 'Total'),
    ...(root.attributes.has('Confirmacion') && { confirmation: attribute(root, 'Confirmacion') }),
    relations: [
      ...relatedOf(root, 'CfdiRelacionados'),
      ...descendantsOf(root, 'DoctoRelacionado').map((paid) => ({
        uuid: attribute(paid, 'IdDocumento').toLowerCase(),
        kind: 'pago',
      })),
    ],
    productKeys: [
      ...descendantsOf(root, 'Concepto').map((concept) => attribute(concept, 'ClaveProdServ')),
      ...descendantsOf(root, 'Mercancia').map((goods) => attribute(goods, 'BienesTransp')),
    ],
  };
}

function retentionOf(root: Element): SealedDocument {
  const issuer = childOf(root, 'Emisor');
  const receiver = childOf(childOf(root, 'Receptor'), 'Nacional');
  const foreigner = childOf(childOf(root, 'Receptor'), 'Extranjero');
  return {
    family: 'retenciones',
    version: attribute(root, 'Version'),
    type: 'R',
    seal: attribute(root, 'Sello'),
    certificateNumber: attribute(root, 'NoCertificado'),
    issuedAt: attribute(root, 'FechaExp'),
    placeOfIssue: attribute(root, 'LugarExpRetenc'),
    issuerRfc: attribute(issuer, 'RfcE'),
    issuerName: attribute(issuer, 'NomDenRazSocE'),
    receiverRfc: attribute(receiver, 'RfcR'),
    receiverName: attribute(receiver ?? foreigner, 'NomDenRazSocR'),
    receiverPostalCode: attribute(receiver, 'DomicilioFiscalR'),
    receiverRegime: '',
    currency: 'MXN',
    exchangeRate: '',
    total: attribute(childOf(root, 'Totales'), 'MontoTotOperacion'),
    relations: relatedRetentions(root),
    productKeys: [],
  };
}

function relatedOf(root: Element, wrapper: string): Relation[] {
  return childrenOf(root, wrapper).flatMap((group) =>
    childrenOf(group, 'CfdiRelacionado').map((related) => ({
      uuid: attribute(related, 'UUID').toLowerCase(),
      kind: attribute(group, 'TipoRelacion'),
    })),
  );
}

function relatedRetentions(root: Element): Relation[] {
  return childrenOf(root, 'CfdiRetenRelacionados').map((related) => ({
    uuid: attribute(related, 'UUID').toLowerCase(),
    kind: attribute(related, 'TipoRelacion'),
  }));
}

function attribute(element: Element | undefined, name: string): string {
  return element?.attributes.get(name) ?? '';
}
