import { createHash, createSign, X509Certificate } from 'node:crypto';
import { certificateFromDer } from '@timbre/cfdi';
import type { MassDownloadMessage, SignedMessage } from '../domain/ports';
import type { CancelacionSigner } from './cancelacion';
import { escaped } from './soap';

const soap = 'http://schemas.xmlsoap.org/soap/envelope/';
const dsig = 'http://www.w3.org/2000/09/xmldsig#';
const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const oasis = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss';
const utility = `${oasis}-wssecurity-utility-1.0.xsd`;
const security = `${oasis}-wssecurity-secext-1.0.xsd`;
const x509Token = `${oasis}-x509-token-profile-1.0#X509v3`;
const base64Binary = `${oasis}-soap-message-security-1.0#Base64Binary`;
const authentication = 'http://DescargaMasivaTerceros.gob.mx';
const massDownload = 'http://DescargaMasivaTerceros.sat.gob.mx';

/** The SAT accepts an authentication message for this time, in milliseconds. */
const authenticationMs = 300_000;

/**
 * Builds and signs a message of the SAT's mass download (facts: pac-sat-webservices.md §5). The signature
 * uses exclusive C14N and RSA-SHA1. The signed elements are written in canonical form, so the signed bytes
 * equal the sent bytes. The RFC of the FIEL is the RfcSolicitante of the message.
 */
export function signMassDownload(
  message: MassDownloadMessage,
  signer: CancelacionSigner,
): SignedMessage {
  const { certificateNumber, certificateBase64 } = signer;
  const { rfc } = certificateFromDer(Buffer.from(certificateBase64, 'base64'));
  const built =
    message.operation === 'authenticate'
      ? authenticate(message.createdAt, signer)
      : call(message, rfc, signer);
  return { ...built, rfc, certificateNumber };
}

function authenticate(createdAt: Date, signer: CancelacionSigner) {
  const expiresAt = new Date(createdAt.getTime() + authenticationMs);
  const [created, expires] = [createdAt, expiresAt].map((at) => at.toISOString());
  const times = `<u:Created>${created}</u:Created><u:Expires>${expires}</u:Expires>`;
  const canonical = `<u:Timestamp xmlns:u="${utility}" u:Id="_0">${times}</u:Timestamp>`;
  const reference = `<o:Reference URI="#X509Token" ValueType="${x509Token}"></o:Reference>`;
  const keyInfo = `<o:SecurityTokenReference>${reference}</o:SecurityTokenReference>`;
  const token = `<o:BinarySecurityToken u:Id="X509Token" ValueType="${x509Token}" EncodingType="${base64Binary}">${signer.certificateBase64}</o:BinarySecurityToken>`;
  const header =
    `<o:Security xmlns:o="${security}" s:mustUnderstand="1"><u:Timestamp u:Id="_0">${times}` +
    `</u:Timestamp>${token}${signature(canonical, '#_0', keyInfo, signer)}</o:Security>`;
  return {
    envelope:
      `<s:Envelope xmlns:s="${soap}" xmlns:u="${utility}"><s:Header>${header}</s:Header>` +
      `<s:Body><Autentica xmlns="${authentication}"></Autentica></s:Body></s:Envelope>`,
    soapAction: `${authentication}/IAutenticacion/Autentica`,
  };
}

type Call = Exclude<MassDownloadMessage, { operation: 'authenticate' }>;

interface Called {
  /**
   * The two XML element names of an operation: the operation's own element, and the element with its data.
   */
  names: [operation: string, data: string];
  action: string;
  attributes: Record<string, string>;
}

function call(message: Call, rfc: string, signer: CancelacionSigner) {
  const { names, action, attributes } = calledBy(message, rfc);
  const [operation, data] = names;
  const written = Object.entries({ ...attributes, RfcSolicitante: rfc })
    .filter(([, value]) => value !== '')
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => ` ${name}="${escaped(value)}"`)
    .join('');
  const open = `<des:${operation} xmlns:des="${massDownload}"><des:${data}${written}>`;
  const close = `</des:${data}></des:${operation}>`;
  const signed = signature(`${open}${close}`, '', certificateInfo(signer), signer);
  return {
    envelope:
      `<s:Envelope xmlns:s="${soap}"><s:Header></s:Header>` +
      `<s:Body>${open}${signed}${close}</s:Body></s:Envelope>`,
    soapAction: `${massDownload}/${action}`,
  };
}

function calledBy(message: Call, rfc: string): Called {
  switch (message.operation) {
    case 'request_issued':
    case 'request_received': {
      const isIssued = message.operation === 'request_issued';
      const name = `SolicitaDescarga${isIssued ? 'Emitidos' : 'Recibidos'}`;
      return {
        names: [name, 'solicitud'],
        action: `ISolicitaDescargaService/${name}`,
        attributes: {
          FechaInicial: message.from,
          FechaFinal: message.to,
          TipoSolicitud: message.requestType,
          EstadoComprobante: message.documentStatus,
          ...(isIssued ? { RfcEmisor: rfc } : { RfcReceptor: rfc }),
        },
      };
    }
    case 'request_folio':
      return {
        names: ['SolicitaDescargaFolio', 'solicitud'],
        action: 'ISolicitaDescargaService/SolicitaDescargaFolio',
        attributes: { Folio: message.folio.toLowerCase() },
      };
    case 'verify':
      return {
        names: ['VerificaSolicitudDescarga', 'solicitud'],
        action: 'IVerificaSolicitudDescargaService/VerificaSolicitudDescarga',
        attributes: { IdSolicitud: message.requestId },
      };
    case 'download':
      return {
        names: ['PeticionDescargaMasivaTercerosEntrada', 'peticionDescarga'],
        action: 'IDescargaMasivaTercerosService/Descargar',
        attributes: { IdPaquete: message.packageId },
      };
  }
}

function signature(
  canonical: string,
  uri: string,
  keyInfo: string,
  { privateKey }: CancelacionSigner,
): string {
  const digest = createHash('sha1').update(canonical).digest('base64');
  const algorithm = (name: string, value: string) => `<${name} Algorithm="${value}"></${name}>`;
  const info =
    algorithm('CanonicalizationMethod', exclusive) +
    algorithm('SignatureMethod', `${dsig}rsa-sha1`) +
    `<Reference URI="${uri}"><Transforms>${algorithm('Transform', exclusive)}</Transforms>` +
    `${algorithm('DigestMethod', `${dsig}sha1`)}<DigestValue>${digest}</DigestValue></Reference>`;
  const text = `<SignedInfo xmlns="${dsig}">${info}</SignedInfo>`;
  const value = createSign('RSA-SHA1').update(text).sign(privateKey, 'base64');
  return (
    `<Signature xmlns="${dsig}"><SignedInfo>${info}</SignedInfo>` +
    `<SignatureValue>${value}</SignatureValue><KeyInfo>${keyInfo}</KeyInfo></Signature>`
  );
}

/**
 * Builds the XML with the certificate data of the signature. In a mass download, the serial number is the
 * whole integer in decimal form and not the SAT's 20 digits.
 */
function certificateInfo({ certificateBase64 }: CancelacionSigner): string {
  const certificate = new X509Certificate(Buffer.from(certificateBase64, 'base64'));
  const issuer = escaped(certificate.issuer.replaceAll('\n', ','));
  const serial = BigInt(`0x${certificate.serialNumber}`).toString();
  return (
    `<X509Data><X509IssuerSerial><X509IssuerName>${issuer}</X509IssuerName>` +
    `<X509SerialNumber>${serial}</X509SerialNumber></X509IssuerSerial>` +
    `<X509Certificate>${certificateBase64}</X509Certificate></X509Data>`
  );
}
