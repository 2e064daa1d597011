import { createHash, verify, X509Certificate } from 'node:crypto';
import { openPrivateKey, readXml } from '@timbre/cfdi';
import { testAuthority } from '../../test/test-authority';
import type { CancelacionSigner } from './cancelacion';
import { signMassDownload } from './mass-download';
import { descendant } from './soap';

async function newFiel(): Promise<CancelacionSigner> {
  const minted = await (await testAuthority()).mint({ kind: 'fiel' });
  return {
    privateKey: await openPrivateKey(Buffer.from(minted.privateKey, 'base64'), minted.passphrase),
    certificateNumber: minted.number,
    certificateBase64: minted.certificate,
  };
}

const textOf = (xml: string, name: string) => descendant(readXml(xml), name)!.text;
const period = { from: '2026-10-01T00:00:00', to: '2026-10-31T23:59:59' } as const;
const uuid = '9C7A5B1E-3F1B-4C6E-8F0A-1D2E3F4A5B6C';

/**
 * The expected bytes are the bytes that public clients sign, with sorted attributes and without the
 * signature.
 */
test.each([
  [
    { operation: 'request_issued', ...period, requestType: 'CFDI', documentStatus: 'Todos' },
    'ISolicitaDescargaService/SolicitaDescargaEmitidos',
    '<des:SolicitaDescargaEmitidos xmlns:des="http://DescargaMasivaTerceros.sat.gob.mx"><des:solicitud EstadoComprobante="Todos" FechaFinal="2026-10-31T23:59:59" FechaInicial="2026-10-01T00:00:00" RfcEmisor="EKU9003173C9" RfcSolicitante="EKU9003173C9" TipoSolicitud="CFDI"></des:solicitud></des:SolicitaDescargaEmitidos>',
  ],
  [
    { operation: 'request_received', ...period, requestType: 'CFDI', documentStatus: 'Vigente' },
    'ISolicitaDescargaService/SolicitaDescargaRecibidos',
    '<des:SolicitaDescargaRecibidos xmlns:des="http://DescargaMasivaTerceros.sat.gob.mx"><des:solicitud EstadoComprobante="Vigente" FechaFinal="2026-10-31T23:59:59" FechaInicial="2026-10-01T00:00:00" RfcReceptor="EKU9003173C9" RfcSolicitante="EKU9003173C9" TipoSolicitud="CFDI"></des:solicitud></des:SolicitaDescargaRecibidos>',
  ],
  [
    { operation: 'request_folio', folio: uuid },
    'ISolicitaDescargaService/SolicitaDescargaFolio',
    `<des:SolicitaDescargaFolio xmlns:des="http://DescargaMasivaTerceros.sat.gob.mx"><des:solicitud Folio="${uuid.toLowerCase()}" RfcSolicitante="EKU9003173C9"></des:solicitud></des:SolicitaDescargaFolio>`,
  ],
  [
    { operation: 'verify', requestId: uuid },
    'IVerificaSolicitudDescargaService/VerificaSolicitudDescarga',
    `<des:VerificaSolicitudDescarga xmlns:des="http://DescargaMasivaTerceros.sat.gob.mx"><des:solicitud IdSolicitud="${uuid}" RfcSolicitante="EKU9003173C9"></des:solicitud></des:VerificaSolicitudDescarga>`,
  ],
  [
    { operation: 'download', packageId: `${uuid}_01` },
    'IDescargaMasivaTercerosService/Descargar',
    `<des:PeticionDescargaMasivaTercerosEntrada xmlns:des="http://DescargaMasivaTerceros.sat.gob.mx"><des:peticionDescarga IdPaquete="${uuid}_01" RfcSolicitante="EKU9003173C9"></des:peticionDescarga></des:PeticionDescargaMasivaTercerosEntrada>`,
  ],
] as const)(
  'the message %j is signed in the form that the SAT accepts',
  async (message, action, signed) => {
    const fiel = await newFiel();
    const { soapAction, envelope } = signMassDownload(message, fiel);
    expect(soapAction).toBe(`http://DescargaMasivaTerceros.sat.gob.mx/${action}`);
    const [signature] = /<Signature .*<\/Signature>/s.exec(envelope)!;
    expect(envelope.replace(signature, '')).toContain(`<s:Body>${signed}</s:Body>`);
    expect(textOf(envelope, 'DigestValue')).toBe(
      createHash('sha1').update(signed).digest('base64'),
    );
    const certificate = new X509Certificate(Buffer.from(fiel.certificateBase64, 'base64'));
    const serial = BigInt(`0x${certificate.serialNumber}`).toString();
    expect(textOf(envelope, 'X509SerialNumber')).toBe(serial);
    const [, info] = /<SignedInfo>(.*)<\/SignedInfo>/s.exec(envelope)!;
    const canonical = `<SignedInfo xmlns="http://www.w3.org/2000/09/xmldsig#">${info}</SignedInfo>`;
    const value = Buffer.from(textOf(envelope, 'SignatureValue'), 'base64');
    expect(verify('RSA-SHA1', Buffer.from(canonical), certificate.publicKey, value)).toBe(true);
  },
);
