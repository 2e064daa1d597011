import {
  createHash,
  createPublicKey,
  createSign,
  X509Certificate,
  type KeyObject,
} from 'node:crypto';
import type { DocumentKind } from '../domain/document-kind';
import type { CancelacionRequest, ReceiverAnswer } from '../domain/ports';

const dsig = 'http://www.w3.org/2000/09/xmldsig#';
const c14n = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';
const namespaces: Readonly<Record<DocumentKind, string>> = {
  cfdi: 'http://cancelacfd.sat.gob.mx',
  withholding: 'http://www.sat.gob.mx/esquemas/retencionpago/1',
};
/** The SAT refuses a request without these two namespaces, although no element uses them. */
const schemas =
  ' xmlns:xsd="http://www.w3.org/2001/XMLSchema"' +
  ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';

export interface CancelacionSigner {
  privateKey: KeyObject;
  certificateNumber: string;
  certificateBase64: string;
}

/**
 * Builds and signs a `Cancelacion` of one document (facts: pac-sat-webservices.md §6). The signature is
 * enveloped and uses inclusive C14N and RSA-SHA1. The XML is written in canonical form, so the signed bytes
 * equal the sent bytes.
 */
export function signCancelacion(request: CancelacionRequest, signer: CancelacionSigner): string {
  const { kind, issuerRfc, fecha, uuid, motive, replacementUuid } = request;
  const substitute = replacementUuid ? ` FolioSustitucion="${replacementUuid.toUpperCase()}"` : '';
  const open = `<Cancelacion xmlns="${namespaces[kind]}"${schemas} Fecha="${fecha}" RfcEmisor="${escaped(issuerRfc)}">`;
  const folio = `<Folio${substitute} Motivo="${motive}" UUID="${uuid.toUpperCase()}"></Folio>`;
  return enveloped(open, `<Folios>${folio}</Folios>`, '</Cancelacion>', signer);
}

const answers = { accept: 'Aceptacion', reject: 'Rechazo' };

/**
 * Builds and signs a `SolicitudAceptacionRechazo` for one document, in the same form as `signCancelacion`.
 */
export function signReceiverAnswer(request: ReceiverAnswer, signer: CancelacionSigner): string {
  const { receiverRfc, pacRfc, fecha, uuid, answer } = request;
  const open =
    `<SolicitudAceptacionRechazo xmlns="${namespaces.cfdi}"${schemas} Fecha="${fecha}"` +
    ` RfcPacEnviaSolicitud="${escaped(pacRfc)}" RfcReceptor="${escaped(receiverRfc)}">`;
  const folio = `<UUID>${uuid.toUpperCase()}</UUID><Respuesta>${answers[answer]}</Respuesta>`;
  return enveloped(open, `<Folios>${folio}</Folios>`, '</SolicitudAceptacionRechazo>', signer);
}

function enveloped(
  open: string,
  content: string,
  close: string,
  signer: CancelacionSigner,
): string {
  const digest = createHash('sha1').update(`${open}${content}${close}`).digest('base64');
  return `${open}${content}${signature(digest, signer)}${close}`;
}

function signature(digest: string, signer: CancelacionSigner): string {
  const info = signedInfo(digest);
  // To verify the signature, SignedInfo is canonicalized as a separate element. The canonical form of
  // SignedInfo repeats the namespaces that are in scope at its position in the document.
  const canonical = `<SignedInfo xmlns="${dsig}"${schemas}>${info}</SignedInfo>`;
  const value = createSign('RSA-SHA1').update(canonical).sign(signer.privateKey, 'base64');
  return (
    `<Signature xmlns="${dsig}"><SignedInfo>${info}</SignedInfo>` +
    `<SignatureValue>${value}</SignatureValue>${keyInfo(signer)}</Signature>`
  );
}

function signedInfo(digest: string): string {
  const algorithm = (name: string, uri: string) => `<${name} Algorithm="${uri}"></${name}>`;
  return (
    algorithm('CanonicalizationMethod', c14n) +
    algorithm('SignatureMethod', `${dsig}rsa-sha1`) +
    `<Reference URI=""><Transforms>${algorithm('Transform', `${dsig}enveloped-signature`)}` +
    `</Transforms>${algorithm('DigestMethod', `${dsig}sha1`)}` +
    `<DigestValue>${digest}</DigestValue></Reference>`
  );
}

/**
 * Builds the element KeyInfo of the signature. In a cancellation, the serial number in KeyInfo is the SAT's
 * 20 digits and not the large integer.
 */
function keyInfo({ privateKey, certificateNumber, certificateBase64 }: CancelacionSigner): string {
  const { issuer } = new X509Certificate(Buffer.from(certificateBase64, 'base64'));
  const { n = '', e = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  const base64 = (value: string) => Buffer.from(value, 'base64url').toString('base64');
  return (
    '<KeyInfo><X509Data><X509IssuerSerial>' +
    `<X509IssuerName>${escaped(issuer.split('\n').join(','))}</X509IssuerName>` +
    `<X509SerialNumber>${certificateNumber}</X509SerialNumber></X509IssuerSerial>` +
    `<X509Certificate>${certificateBase64}</X509Certificate></X509Data>` +
    `<KeyValue><RSAKeyValue><Modulus>${base64(n)}</Modulus><Exponent>${base64(e)}</Exponent>` +
    '</RSAKeyValue></KeyValue></KeyInfo>'
  );
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
