import { createHash, createSign, X509Certificate } from 'node:crypto';
import type { Signer } from '@timbre/cfdi';

const CFDI = 'http://cancelacfd.sat.gob.mx';
const RETENTIONS = 'http://www.sat.gob.mx/esquemas/retencionpago/1';
const DSIG = 'http://www.w3.org/2000/09/xmldsig#';

// The namespaces in canonical order; the default namespace comes before them.
const SCHEMAS =
  ' xmlns:xsd="http://www.w3.org/2001/XMLSchema"' +
  ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';

export interface CancellationChanges {
  readonly rfc: string;
  readonly motive?: string;
  readonly replacement?: string;
  readonly family?: 'cfdi' | 'retenciones';
}

/** Returns a signed `Cancelacion`, already in canonical form. */
export function signedCancellation(
  signer: Signer,
  uuid: string,
  changes: CancellationChanges,
): string {
  const { rfc, motive = '02', replacement, family = 'cfdi' } = changes;
  const substitute = replacement ? ` FolioSustitucion="${replacement.toUpperCase()}"` : '';
  const folio = `<Folio${substitute} Motivo="${motive}" UUID="${uuid.toUpperCase()}"></Folio>`;
  const namespace = family === 'cfdi' ? CFDI : RETENTIONS;
  const open = `<Cancelacion xmlns="${namespace}"${SCHEMAS} Fecha="2026-11-21T10:00:00" RfcEmisor="${rfc}">`;
  return signed(signer, open, `<Folios>${folio}</Folios>`, 'Cancelacion');
}

/** Returns a receiver's signed answer to one pending cancellation. */
export function signedReceiverAnswer(
  signer: Signer,
  rfc: string,
  uuid: string,
  answer: 'Aceptacion' | 'Rechazo',
): string {
  const open =
    `<SolicitudAceptacionRechazo xmlns="${CFDI}"${SCHEMAS} Fecha="2026-11-21T10:00:00"` +
    ` RfcPacEnviaSolicitud="SPR190613I52" RfcReceptor="${rfc}">`;
  const folios = `<Folios><UUID>${uuid}</UUID><Respuesta>${answer}</Respuesta></Folios>`;
  return signed(signer, open, folios, 'SolicitudAceptacionRechazo');
}

/** Returns an issuer's signed query for related documents. */
export function signedRelatedQuery(signer: Signer, rfc: string, uuid: string): string {
  const open =
    `<PeticionConsultaRelacionados xmlns="${CFDI}"${SCHEMAS} RfcEmisor="${rfc}"` +
    ` RfcPacEnviaSolicitud="SPR190613I52" RfcReceptor="" Uuid="${uuid}">`;
  return signed(signer, open, '', 'PeticionConsultaRelacionados');
}

function signed(signer: Signer, open: string, content: string, root: string): string {
  const digest = createHash('sha1').update(`${open}${content}</${root}>`).digest('base64');
  const algorithm = (name: string, uri: string) => `<${name} Algorithm="${uri}"></${name}>`;
  const info =
    algorithm('CanonicalizationMethod', 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315') +
    algorithm('SignatureMethod', `${DSIG}rsa-sha1`) +
    '<Reference URI=""><Transforms>' +
    algorithm('Transform', `${DSIG}enveloped-signature`) +
    `</Transforms>${algorithm('DigestMethod', `${DSIG}sha1`)}` +
    `<DigestValue>${digest}</DigestValue></Reference>`;
  const canonicalInfo = `<SignedInfo xmlns="${DSIG}"${SCHEMAS}>${info}</SignedInfo>`;
  const value = createSign('RSA-SHA1').update(canonicalInfo).sign(signer.privateKey, 'base64');
  const issuer = new X509Certificate(Buffer.from(signer.certificateBase64, 'base64')).issuer;
  const keyInfo =
    '<KeyInfo><X509Data><X509IssuerSerial>' +
    `<X509IssuerName>${issuer.replaceAll('\n', ',')}</X509IssuerName>` +
    `<X509SerialNumber>${signer.certificateNumber}</X509SerialNumber></X509IssuerSerial>` +
    `<X509Certificate>${signer.certificateBase64}</X509Certificate></X509Data></KeyInfo>`;
  const signature =
    `<Signature xmlns="${DSIG}"><SignedInfo>${info}</SignedInfo>` +
    `<SignatureValue>${value}</SignatureValue>${keyInfo}</Signature>`;
  return `${open}${content}${signature}</${root}>`;
}
