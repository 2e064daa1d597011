import { childOf, childrenAt, descendants, valueOf, type Node } from '../schema/node';
import type { SealedDocument } from '../stamping/document';
import { pacRefusal, type PacRefusal } from '../stamping/refusal';
import { isRegistered } from './magic-rfcs';
import type { PacCode } from './messages';
import { testTaxpayer } from './test-registry';

/**
 * Compares a document with the SAT's register of taxpayers. A taxpayer who is not one of the SAT's test
 * taxpayers counts as registered with the data in the document.
 */
export function registerRefusal(document: SealedDocument, root: Node): PacRefusal | undefined {
  const code =
    document.family === 'cfdi'
      ? (partyFault(document) ?? thirdPartyFault(root) ?? transportFault(root))
      : retentionFault(document);
  return code && pacRefusal(code);
}

/**
 * Returns a refusal code if a party differs from the register. CFDI40139 concerns the issuer's name. 40145,
 * 40148 and 40159 concern the receiver's name, postal code and regime.
 */
function partyFault(document: SealedDocument): PacCode | undefined {
  if (isOtherIssuer(document)) return 'CFDI40139';
  const receiver = testTaxpayer(document.receiverRfc);
  if (!receiver) return undefined;
  if (receiver.nombre !== document.receiverName) return 'CFDI40145';
  if (receiver.codigoPostal !== document.receiverPostalCode) return 'CFDI40148';
  const { regimenes } = receiver;
  return regimenes?.includes(document.receiverRegime) === false ? 'CFDI40159' : undefined;
}

/**
 * Returns a refusal code if a concept's third party differs from the register. CFDI40190 concerns the third
 * party's name. 40193 concerns its postal code.
 */
function thirdPartyFault(root: Node): PacCode | undefined {
  for (const concept of childrenAt(root, 'cfdi:Conceptos', 'cfdi:Concepto')) {
    const third = childOf(concept, 'cfdi:ACuentaTerceros');
    const known = testTaxpayer(valueOf(third, 'RfcACuentaTerceros') ?? '');
    if (!known) continue;
    if (known.nombre !== valueOf(third, 'NombreACuentaTerceros')) return 'CFDI40190';
    const postalCode = valueOf(third, 'DomicilioFiscalACuentaTerceros');
    if (known.codigoPostal && known.codigoPostal !== postalCode) return 'CFDI40193';
  }
  return undefined;
}

/** The elements of Carta Porte whose RFC must be in l_RFC: a stop, the shipper by air, and a person. */
const OF_TRANSPORT: readonly (readonly [code: PacCode, element: string, attribute: string])[] = [
  ['CP132', 'cartaporte31:Ubicacion', 'RFCRemitenteDestinatario'],
  ['CP188', 'cartaporte31:TransporteAereo', 'RFCEmbarcador'],
  ['CP195', 'cartaporte31:TiposFigura', 'RFCFigura'],
];

/** Returns a refusal code if Carta Porte contains an RFC that is not registered. */
function transportFault(root: Node): PacCode | undefined {
  const nodes = childrenAt(root, 'cfdi:Complemento', 'cartaporte31:CartaPorte').flatMap(
    descendants,
  );
  const broken = OF_TRANSPORT.find(([, element, attribute]) =>
    nodes.some((node) => node.name === element && !isRegistered(valueOf(node, attribute) ?? '')),
  );
  return broken?.[0];
}

/**
 * Returns a refusal code if a party of a withholding document differs from the register. Reten20110
 * concerns the issuer's name. 20116 and 20120 concern the receiver's name and postal code.
 */
function retentionFault(document: SealedDocument): PacCode | undefined {
  if (isOtherIssuer(document)) return 'Reten20110';
  const receiver = testTaxpayer(document.receiverRfc);
  if (!receiver) return undefined;
  if (receiver.nombre !== document.receiverName) return 'Reten20116';
  return receiver.codigoPostal === document.receiverPostalCode ? undefined : 'Reten20120';
}

function isOtherIssuer({ issuerRfc, issuerName }: SealedDocument): boolean {
  const issuer = testTaxpayer(issuerRfc);
  return issuer !== undefined && issuer.nombre !== issuerName;
}
