import { createHash, createSign, X509Certificate } from 'node:crypto';
import type { Signer } from '@timbre/cfdi';

const DSIG = 'http://www.w3.org/2000/09/xmldsig#';
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const DOWNLOAD = 'http://DescargaMasivaTerceros.sat.gob.mx';
const UTILITY =
  'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd';
const SECURITY =
  'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd';
const SOAP = 'http://schemas.xmlsoap.org/soap/envelope/';

function signature(signer: Signer, canonical: string, uri: string, keyInfo: string): string {
  const digest = createHash('sha1').update(canonical).digest('base64');
  const info =
    `<CanonicalizationMethod Algorithm="${EXCLUSIVE}"></CanonicalizationMethod>` +
    `<SignatureMethod Algorithm="${DSIG}rsa-sha1"></SignatureMethod><Reference URI="${uri}">` +
    `<Transforms><Transform Algorithm="${EXCLUSIVE}"></Transform></Transforms>` +
    `<DigestMethod Algorithm="${DSIG}sha1"></DigestMethod>` +
    `<DigestValue>${digest}</DigestValue></Reference>`;
  const signedInfo = `<SignedInfo xmlns="${DSIG}">${info}</SignedInfo>`;
  const value = createSign('RSA-SHA1').update(signedInfo).sign(signer.privateKey, 'base64');
  return (
    `<Signature xmlns="${DSIG}"><SignedInfo>${info}</SignedInfo>` +
    `<SignatureValue>${value}</SignatureValue><KeyInfo>${keyInfo}</KeyInfo></Signature>`
  );
}

const post = async (url: string, action: string, body: string, token?: string) => {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'text/xml; charset=utf-8',
      soapaction: action,
      ...(token !== undefined && { authorization: `WRAP access_token="${token}"` }),
    },
    body,
  });
  return { status: response.status, text: await response.text() };
};

/** Authenticates at the mass download, and returns the token or the text of the fault. */
export async function authenticate(url: string, signer: Signer): Promise<string> {
  const [created, expires] = [0, 300_000].map((ms) => new Date(Date.now() + ms).toISOString());
  const inner = `<u:Created>${created}</u:Created><u:Expires>${expires}</u:Expires>`;
  const canonical = `<u:Timestamp xmlns:u="${UTILITY}" u:Id="_0">${inner}</u:Timestamp>`;
  const reference =
    '<o:SecurityTokenReference><o:Reference URI="#t"></o:Reference></o:SecurityTokenReference>';
  const signed = signature(signer, canonical, '#_0', reference);
  const token = `<o:BinarySecurityToken u:Id="t">${signer.certificateBase64}</o:BinarySecurityToken>`;
  const { text } = await post(
    `${url}/sat/Autenticacion/Autenticacion.svc`,
    'http://DescargaMasivaTerceros.gob.mx/IAutenticacion/Autentica',
    `<s:Envelope xmlns:s="${SOAP}" xmlns:u="${UTILITY}"><s:Header><o:Security xmlns:o="${SECURITY}">` +
      `<u:Timestamp u:Id="_0">${inner}</u:Timestamp>${token}${signed}</o:Security></s:Header>` +
      `<s:Body><Autentica xmlns="http://DescargaMasivaTerceros.gob.mx"/></s:Body></s:Envelope>`,
  );
  return (
    /<AutenticaResult>(.*)<\/AutenticaResult>/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? text
  );
}

const services: Record<string, [path: string, contract: string]> = {
  SolicitaDescargaEmitidos: ['SolicitaDescargaService.svc', 'ISolicitaDescargaService'],
  SolicitaDescargaRecibidos: ['SolicitaDescargaService.svc', 'ISolicitaDescargaService'],
  SolicitaDescargaFolio: ['SolicitaDescargaService.svc', 'ISolicitaDescargaService'],
  VerificaSolicitudDescarga: [
    'VerificaSolicitudDescargaService.svc',
    'IVerificaSolicitudDescargaService',
  ],
  PeticionDescargaMasivaTercerosEntrada: [
    'DescargaMasivaService.svc',
    'IDescargaMasivaTercerosService',
  ],
};

/**
 * Calls a signed operation of the mass download.
 * @returns the text of the response
 */
export async function call(
  url: string,
  { signer, token }: { signer: Signer; token: string },
  operation: string,
  attributes: Record<string, string>,
  root = '/sat',
): Promise<string> {
  const written = Object.entries(attributes)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => ` ${name}="${value}"`)
    .join('');
  const element =
    operation === 'PeticionDescargaMasivaTercerosEntrada' ? 'peticionDescarga' : 'solicitud';
  const open = `<des:${operation} xmlns:des="${DOWNLOAD}"><des:${element}${written}>`;
  const close = `</des:${element}></des:${operation}>`;
  const certificate = new X509Certificate(Buffer.from(signer.certificateBase64, 'base64'));
  const keyInfo =
    `<X509Data><X509IssuerSerial><X509IssuerName>${certificate.issuer.replaceAll('\n', ',')}` +
    `</X509IssuerName><X509SerialNumber>${BigInt(`0x${certificate.serialNumber}`)}` +
    `</X509SerialNumber></X509IssuerSerial>` +
    `<X509Certificate>${signer.certificateBase64}</X509Certificate></X509Data>`;
  const body = `${open}${signature(signer, `${open}${close}`, '', keyInfo)}${close}`;
  const [path, contract] = services[operation]!;
  const { text } = await post(
    `${url}${root}/${path}`,
    `${DOWNLOAD}/${contract}/${path.startsWith('DescargaMasiva') ? 'Descargar' : operation}`,
    `<s:Envelope xmlns:s="${SOAP}"><s:Header/><s:Body>${body}</s:Body></s:Envelope>`,
    token,
  );
  return text;
}
