import { createHash } from 'node:crypto';
import { seal, type Comprobante, type Signer } from '@timbre/cfdi';
import { Decimal, generalIvaRate } from '@timbre/fiscal';
import { z } from 'zod';
import type { CertificateAuthority } from '../authority/certificate-authority';
import { generateRsa } from '../authority/keys';
import { newCertificateNumber } from '../authority/certificate-authority';
import { plusYears } from '../authority/validity';
import type { CertificateRegister } from '../store/certificates';
import type { Clock } from '../clock';
import { readDocument } from '../stamping/document';
import type { Stamper } from '../stamping/timbre';
import { stampUuid } from '../stamping/uuid';
import { transaction, type Database } from '../store/database';
import type { StampStore } from '../store/stamps';

const RFC = /^[A-ZÑ&]{3,4}\d{6}[A-Z0-9]{2}[0-9A]$/;

export const foreignBody = z.strictObject({
  receiverRfc: z.string().regex(RFC),
  receiverName: z.string().min(1).max(300).default('RECEPTOR DE PRUEBA'),
  receiverPostalCode: z
    .string()
    .regex(/^\d{5}$/)
    .default('42501'),
  issuerRfc: z.string().regex(RFC).default('URE180429TM6'),
  issuerName: z.string().min(1).max(300).default('UNIVERSIDAD ROBOTICA ESPAÑOLA'),
  kind: z.enum(['income', 'credit_note']).default('income'),
  count: z.number().int().min(1).max(100_000),
  dateFrom: z.iso.date(),
  dateTo: z.iso.date(),
  /** Requests with the same seed create documents with the same folios and amounts. */
  seed: z.string().min(1).max(40).default('foreign'),
});

export type ForeignRequest = z.infer<typeof foreignBody>;

export interface ForeignParts {
  readonly authority: CertificateAuthority;
  readonly register: CertificateRegister;
  readonly database: Database;
  readonly stamps: StampStore;
  readonly clock: Clock;
  readonly stamper: Stamper;
}

const BATCH = 200;

/**
 * Stamps documents that other taxpayers issued to this receiver.
 * @returns their UUIDs
 */
export async function mintForeign(parts: ForeignParts, asked: ForeignRequest): Promise<string[]> {
  const signer = await signerOf(parts, asked);
  const uuids: string[] = [];
  for (let first = 0; first < asked.count; first += BATCH) {
    const last = Math.min(first + BATCH, asked.count);
    transaction(parts.database, () => {
      for (let index = first; index < last; index += 1)
        uuids.push(stampOne(parts, documentOf(asked, index), signer));
    });
    // The loop pauses between documents so that the process can handle other requests.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return uuids;
}

const signers = new Map<string, Promise<Signer>>();

/**
 * Returns an issuer's certificate, which a process creates only once, because generating a key takes a
 * tenth of a second.
 */
function signerOf(
  { authority, register, clock }: ForeignParts,
  { issuerRfc: rfc, issuerName: legalName }: ForeignRequest,
): Promise<Signer> {
  const create = async (): Promise<Signer> => {
    const { privateKey, publicKey } = await generateRsa(2048);
    const number = newCertificateNumber();
    const [validFrom, validTo] = [plusYears(clock.now(), -7), plusYears(clock.now(), 4)];
    const holder = { rfc, legalName };
    const leaf = { kind: 'csd', holder, number, publicKey, validFrom, validTo } as const;
    const der = await authority.issue(leaf);
    register.add({ number, kind: 'csd', rfc, legalName, der, validFrom, validTo });
    return { privateKey, certificateNumber: number, certificateBase64: der.toString('base64') };
  };
  const known = signers.get(rfc) ?? create();
  signers.set(rfc, known);
  return known;
}

/** Returns a number from 0 to 1 that depends only on seed, index and purpose. */
function chance(seed: string, index: number, purpose: string): number {
  const digest = createHash('sha256').update(`${seed} ${index} ${purpose}`).digest();
  return digest.readUInt32BE(0) / 0x1_0000_0000;
}

function documentOf(asked: ForeignRequest, index: number): Comprobante {
  const { seed, kind } = asked;
  const [from, to] = [Date.parse(asked.dateFrom), Date.parse(asked.dateTo) + 86_399_000];
  const at = new Date(from + Math.floor(((to - from) * (index + 0.5)) / asked.count));
  const cents = 10_000 + Math.floor(chance(seed, index, 'amount') * 5_000_000);
  const base = Decimal.from(`${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`);
  const rate = Decimal.from(generalIvaRate(at.toISOString().slice(0, 10)));
  const tax = base.times(rate).round(2);
  const traslado = {
    base,
    impuesto: '002',
    tipoFactor: 'Tasa',
    tasaOCuota: rate.round(6),
    importe: tax,
  } as const;
  const isPerson = asked.receiverRfc.length === 13;
  return {
    version: '4.0',
    serie: 'F',
    folio: `${seed}-${index + 1}`.slice(-40),
    fecha: at.toISOString().slice(0, 19) as Comprobante['fecha'],
    formaPago: '03',
    subTotal: base,
    moneda: 'MXN',
    total: base.plus(tax),
    tipoDeComprobante: kind === 'income' ? 'I' : 'E',
    exportacion: '01',
    metodoPago: 'PUE',
    lugarExpedicion: '06000',
    emisor: { rfc: asked.issuerRfc, nombre: asked.issuerName, regimenFiscal: '601' },
    receptor: {
      rfc: asked.receiverRfc,
      nombre: asked.receiverName,
      domicilioFiscalReceptor: asked.receiverPostalCode,
      regimenFiscalReceptor: isPerson ? '612' : '601',
      usoCfdi: kind === 'income' ? 'G03' : 'G02',
    },
    conceptos: [
      {
        claveProdServ: '84111506',
        cantidad: Decimal.one,
        claveUnidad: 'E48',
        descripcion: 'Servicio',
        valorUnitario: base,
        importe: base,
        objetoImp: '02',
        impuestos: { traslados: [traslado] },
      },
    ],
    impuestos: { totalImpuestosTrasladados: tax, traslados: [traslado] },
  };
}

function stampOne(parts: ForeignParts, document: Comprobante, signer: Signer): string {
  const { xml } = seal(document, signer);
  const read = readDocument(xml).document;
  const uuid = stampUuid('sw', read.seal);
  if (parts.stamps.byUuid(uuid)) return uuid;
  // The document is stamped in the same minute in which it was issued.
  const stampedAt = new Date(`${document.fecha}-06:00`);
  const timbrado = parts.stamper(uuid, read.seal, xml, stampedAt);
  parts.stamps.add({
    uuid,
    pac: 'sw',
    document: read,
    customId: undefined,
    stampedAt,
    answerVisibleAt: stampedAt,
    satVisibleAt: stampedAt,
    ...timbrado,
  });
  return uuid;
}
