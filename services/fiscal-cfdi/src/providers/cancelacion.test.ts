import { createHash, verify, X509Certificate } from 'node:crypto';
import { openPrivateKey, readXml } from '@timbre/cfdi';
import { testAuthority } from '../../test/test-authority';
import { signCancelacion, type CancelacionSigner } from './cancelacion';
import { descendant } from './soap';

async function newSigner(): Promise<CancelacionSigner> {
  const { certificate, privateKey, passphrase, number } = await (await testAuthority()).mint();
  return {
    privateKey: await openPrivateKey(Buffer.from(privateKey, 'base64'), passphrase),
    certificateNumber: number,
    certificateBase64: certificate,
  };
}

const request = {
  kind: 'cfdi' as const,
  issuerRfc: 'EÑE&900317C9',
  fecha: '2026-11-21T09:00:00',
  uuid: 'ad662d33-6934-459c-a128-bdf0393f0f44',
  motive: '01',
  replacementUuid: 'bd662d33-6934-459c-a128-bdf0393f0f44',
};
const textOf = (xml: string, name: string) => descendant(readXml(xml), name)!.text;

test('the digest covers the request without its signature', async () => {
  const xml = signCancelacion(request, await newSigner());
  const unsigned = xml.replace(/<Signature .*<\/Signature>/s, '');
  expect(textOf(xml, 'DigestValue')).toBe(createHash('sha1').update(unsigned).digest('base64'));
});

test('the signature covers SignedInfo with its inherited namespaces, and the certificate verifies it', async () => {
  const signer = await newSigner();
  const xml = signCancelacion(request, signer);
  const [, info] = /<SignedInfo>(.*)<\/SignedInfo>/s.exec(xml)!;
  const canonical = `<SignedInfo xmlns="http://www.w3.org/2000/09/xmldsig#" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">${info}</SignedInfo>`;
  const { publicKey } = new X509Certificate(Buffer.from(signer.certificateBase64, 'base64'));
  const value = Buffer.from(textOf(xml, 'SignatureValue'), 'base64');
  expect(verify('RSA-SHA1', Buffer.from(canonical), publicKey, value)).toBe(true);
  const other = Buffer.from(canonical.replace('sha1', 'sha2'));
  expect(verify('RSA-SHA1', other, publicKey, value)).toBe(false);
});

test('the request has issuer, document and motive in the order of canonical XML', async () => {
  const signer = await newSigner();
  const xml = signCancelacion(request, signer);
  const root = readXml(xml);
  expect(root.attributes).toMatchObject({ RfcEmisor: request.issuerRfc, Fecha: request.fecha });
  const folio = descendant(root, 'Folio')!;
  expect(Object.entries(folio.attributes)).toEqual([
    ['FolioSustitucion', request.replacementUuid.toUpperCase()],
    ['Motivo', '01'],
    ['UUID', request.uuid.toUpperCase()],
  ]);
  expect(textOf(xml, 'X509SerialNumber')).toBe(signer.certificateNumber);
  const plain = signCancelacion({ ...request, motive: '02', replacementUuid: undefined }, signer);
  expect(plain).not.toContain('FolioSustitucion');
});

test('the request for a withholding document has its own namespace', async () => {
  const signer = await newSigner();
  const namespaceOf = (kind: 'cfdi' | 'withholding') =>
    /<Cancelacion xmlns="([^"]+)"/.exec(signCancelacion({ ...request, kind }, signer))?.[1];
  expect(namespaceOf('cfdi')).toBe('http://cancelacfd.sat.gob.mx');
  expect(namespaceOf('withholding')).toBe('http://www.sat.gob.mx/esquemas/retencionpago/1');
});
