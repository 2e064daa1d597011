// P1: the whole public path of an income document of one concept (compute, validate, write with its
// cadena, seal) against the RSA signature alone, which nobody can do without.
import { generateKeyPairSync, sign } from 'node:crypto';
import { computeComprobante, seal, validateComprobante } from '@timbre/cfdi';
import { Decimal } from '@timbre/fiscal';
import { cpuOf } from './cpu.mjs';
import { median, report } from './measure.mjs';

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const signer = {
  privateKey,
  certificateNumber: '30001000000500003416',
  certificateBase64: 'MIIF'.padEnd(2000, 'A'),
};

function seals() {
  const document = computeComprobante({
    fecha: '2026-11-18T10:15:00',
    serie: 'A',
    folio: '1024',
    tipoDeComprobante: 'I',
    exportacion: '01',
    moneda: 'MXN',
    currencyDecimals: 2,
    formaPago: '03',
    metodoPago: 'PUE',
    lugarExpedicion: '42501',
    emisor: { rfc: 'EKU9003173C9', nombre: 'ESCUELA KEMPER URGATE', regimenFiscal: '601' },
    receptor: {
      rfc: 'URE180429TM6',
      nombre: 'UNIVERSIDAD ROBOTICA ESPAÑOLA',
      domicilioFiscalReceptor: '86991',
      regimenFiscalReceptor: '601',
      usoCfdi: 'G03',
    },
    conceptos: [
      {
        claveProdServ: '81111500',
        cantidad: Decimal.from(2),
        claveUnidad: 'E48',
        descripcion: 'Servicio de consultoría & desarrollo',
        valorUnitario: Decimal.from('1234.56'),
        taxes: [
          {
            kind: 'traslado',
            impuesto: '002',
            tipoFactor: 'Tasa',
            tasaOCuota: Decimal.from('0.16'),
          },
        ],
      },
    ],
  });
  const findings = validateComprobante(document);
  if (findings.length > 0) throw new Error(`the document is wrong: ${JSON.stringify(findings)}`);
  return seal(document, signer);
}

const turn = 250;
const turns = 41;

/** P1 of facts/performance.md. */
export async function benchSealing() {
  const { cadena } = seals();
  const bytes = Buffer.from(cadena);
  const signs = () => sign('sha256', bytes, privateKey);
  // Short turns, one after the other: a machine whose speed drifts slows both alike.
  cpuOf(signs, turn);
  cpuOf(seals, 5 * turn);
  const pairs = Array.from({ length: turns }, () => [cpuOf(signs, turn), cpuOf(seals, turn)]);
  const ratio = median(pairs.map(([bare, full]) => bare / full));
  const [signatureMs, sealMs] = [0, 1].map((side) => median(pairs.map((pair) => pair[side])));
  report({ bench: 'P1 seal one concept', ratio, must: 0.8, aim: 0.95, sealMs, signatureMs });
}
