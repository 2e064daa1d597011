import { createHash, createHmac } from 'node:crypto';
import { canonicalXml } from '../xml/canonical';
import { escapeXml } from '../xml/escape';
import { childOf, parseXml } from '../xml/tree';

/** The entry for one document in the SAT's acuse of a cancellation request. */
export interface AcuseFolio {
  readonly uuid: string;
  readonly status: string;
}

export interface AcuseContent {
  readonly family: 'cfdi' | 'retenciones';
  /** The time in central Mexico with milliseconds, in the SAT's format. */
  readonly date: string;
  readonly issuerRfc: string;
  readonly folios: readonly AcuseFolio[];
}

/**
 * The form in which a PAC forwards the SAT's acuse, which is the whole SOAP response or only the element.
 */
export type AcuseShape = 'soap' | 'element';

const DSIG = 'http://www.w3.org/2000/09/xmldsig#';
const NAMESPACES = {
  cfdi: 'http://cancelacfd.sat.gob.mx',
  retenciones: 'http://www.sat.gob.mx/esquemas/retencionpago/1',
} as const;
const SCHEMA_NAMESPACES =
  ' xmlns:xsd="http://www.w3.org/2001/XMLSchema"' +
  ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';

/**
 * Returns the SAT's acknowledgement of a cancellation request, signed with HMAC-SHA512 like the real acuse.
 */
export function writeAcuse(content: AcuseContent, shape: AcuseShape, key: Buffer): string {
  const unsigned = `${open(content, shape)}${folios(content)}</${rootName(content, shape)}>`;
  const digest = createHash('sha512').update(canonicalXml(parseXml(unsigned)), 'utf8');
  const signature = sign(digest.digest('base64'), key);
  const result = unsigned.replace(/<\/[^<]+>$/, (end) => `${signature}${end}`);
  if (shape === 'element' || content.family === 'retenciones')
    return `<?xml version="1.0" encoding="utf-8"?>${result}`;
  return (
    '<?xml version="1.0" encoding="utf-8"?>' +
    '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>' +
    `<CancelaCFDResponse xmlns="${NAMESPACES.cfdi}">${result}</CancelaCFDResponse>` +
    '</s:Body></s:Envelope>'
  );
}

function rootName(content: AcuseContent, shape: AcuseShape): string {
  return shape === 'soap' && content.family === 'cfdi' ? 'CancelaCFDResult' : 'Acuse';
}

function open(content: AcuseContent, shape: AcuseShape): string {
  const { date, issuerRfc, family } = content;
  const attributes = `Fecha="${date}" RfcEmisor="${escapeXml(issuerRfc)}"`;
  const own = ` xmlns="${NAMESPACES[family]}"`;
  return `<${rootName(content, shape)}${own}${SCHEMA_NAMESPACES} ${attributes}>`;
}

function folios({ folios: lines }: AcuseContent): string {
  return lines
    .map(
      ({ uuid, status }) =>
        `<Folios><UUID>${uuid.toUpperCase()}</UUID><EstatusUUID>${status}</EstatusUUID></Folios>`,
    )
    .join('');
}

function sign(digest: string, key: Buffer): string {
  const algorithm = (name: string, uri: string) => `<${name} Algorithm="${uri}"/>`;
  const signedInfo =
    '<SignedInfo>' +
    algorithm('CanonicalizationMethod', 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315') +
    algorithm('SignatureMethod', 'http://www.w3.org/2001/04/xmldsig-more#hmac-sha512') +
    '<Reference URI=""><Transforms>' +
    algorithm('Transform', `${DSIG}enveloped-signature`) +
    `</Transforms>${algorithm('DigestMethod', 'http://www.w3.org/2001/04/xmlenc#sha512')}` +
    `<DigestValue>${digest}</DigestValue></Reference></SignedInfo>`;
  const wrap = (value: string) =>
    `<Signature xmlns="${DSIG}" Id="SelloSAT">${signedInfo}` +
    `<SignatureValue>${value}</SignatureValue>` +
    '<KeyInfo><KeyName>00001088888800000002</KeyName></KeyInfo></Signature>';
  const info = childOf(parseXml(wrap('')), 'SignedInfo');
  if (!info) throw new Error('the signature has no SignedInfo');
  return wrap(createHmac('sha512', key).update(canonicalXml(info), 'utf8').digest('base64'));
}
