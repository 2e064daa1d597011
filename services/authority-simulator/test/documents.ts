import {
  seal,
  sealRetenciones,
  type Comprobante,
  type Retenciones,
  type Signer,
} from '@timbre/cfdi';
import { createPrivateKey } from 'node:crypto';
import { Decimal } from '@timbre/fiscal';
import { centralTime } from '../src/clock';

/**
 * A test taxpayer of the SAT. The simulator's register contains the name and postal code of this taxpayer.
 */
export const ISSUER = {
  rfc: 'EKU9003173C9',
  legalName: 'ESCUELA KEMPER URGATE SA DE CV',
  name: 'ESCUELA KEMPER URGATE',
};

export interface MintedJson {
  readonly certificateNumber: string;
  readonly certificate: string;
  readonly privateKey: string;
  readonly passphrase: string;
  readonly validFrom: string;
  readonly validTo: string;
}

/** Issues a certificate over HTTP, as a client does. */
export async function mintOver(url: string, body: object): Promise<MintedJson> {
  const response = await fetch(`${url}/authority/certificates`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (response.status !== 201) throw new Error(await response.text());
  return (await response.json()) as MintedJson;
}

export function signerOf({ passphrase, ...minted }: MintedJson): Signer {
  const key = Buffer.from(minted.privateKey, 'base64');
  return {
    privateKey: createPrivateKey({ key, format: 'der', type: 'pkcs8', passphrase }),
    certificateNumber: minted.certificateNumber,
    certificateBase64: minted.certificate,
  };
}

export interface IncomeChanges {
  readonly receiverRfc?: string;
  readonly receiverName?: string;
  readonly receiverPostalCode?: string;
  readonly receiverRegime?: string;
  readonly cfdiUse?: string;
  readonly placeOfIssue?: string;
  readonly total?: string;
  readonly subTotal?: string;
  readonly folio?: string;
  readonly fecha?: string;
  readonly issuerRfc?: string;
  readonly relations?: Comprobante['cfdiRelacionados'];
  /** The currency and the exchange rate; pesos by default. */
  readonly money?: Pick<Comprobante, 'moneda' | 'tipoCambio'>;
  readonly confirmation?: string;
  readonly thirdParty?: NonNullable<Comprobante['conceptos'][number]['aCuentaTerceros']>;
  readonly pedimento?: string;
}

let folios = 0;

/** Returns a sealed minimal income CFDI without taxes. Each call returns a new document. */
export function sealedIncome(signer: Signer, changes: IncomeChanges = {}): string {
  const amount = Decimal.from(changes.total ?? '5000.00');
  const isPerson = changes.receiverRfc?.length === 13;
  const document: Comprobante = {
    version: '4.0',
    folio: changes.folio ?? String(++folios),
    fecha: changes.fecha ?? centralTime(new Date(Date.now() - 60_000)),
    formaPago: '03',
    subTotal: Decimal.from(changes.subTotal ?? amount),
    moneda: 'MXN',
    ...changes.money,
    ...(changes.confirmation && { confirmacion: changes.confirmation }),
    total: amount,
    tipoDeComprobante: 'I',
    exportacion: '01',
    metodoPago: 'PUE',
    lugarExpedicion: changes.placeOfIssue ?? '42501',
    emisor: { rfc: changes.issuerRfc ?? ISSUER.rfc, nombre: ISSUER.name, regimenFiscal: '601' },
    receptor: {
      rfc: changes.receiverRfc ?? 'AAA010101AAA',
      nombre: changes.receiverName ?? 'CLIENTE DE PRUEBA',
      domicilioFiscalReceptor: changes.receiverPostalCode ?? '06000',
      regimenFiscalReceptor: changes.receiverRegime ?? (isPerson ? '612' : '601'),
      usoCfdi: changes.cfdiUse ?? 'G03',
    },
    conceptos: [
      {
        claveProdServ: '84111506',
        cantidad: Decimal.one,
        claveUnidad: 'E48',
        descripcion: 'Servicio',
        valorUnitario: amount,
        importe: amount,
        objetoImp: '01',
        ...(changes.thirdParty && { aCuentaTerceros: changes.thirdParty }),
        ...(changes.pedimento && { informacionAduanera: [{ numeroPedimento: changes.pedimento }] }),
      },
    ],
    ...(changes.relations ? { cfdiRelacionados: changes.relations } : {}),
  };
  return seal(document, signer).xml;
}

type NationalReceiver = NonNullable<Retenciones['receptor']['nacional']>;

interface RetentionChanges {
  readonly withheld?: string;
  readonly issuerName?: string;
  readonly receiver?: Partial<NationalReceiver>;
}

/** Returns a sealed withholding document for a receiver in Mexico. */
export function sealedRetention(signer: Signer, changes: RetentionChanges = {}): string {
  const amount = Decimal.from('100.00');
  const document: Retenciones = {
    version: '2.0',
    folioInt: String(++folios),
    fechaExp: centralTime(new Date(Date.now() - 60_000)),
    lugarExpRetenc: '42501',
    cveRetenc: '25',
    descRetenc: 'Otro tipo de retenciones',
    emisor: {
      rfcE: ISSUER.rfc,
      nomDenRazSocE: changes.issuerName ?? ISSUER.name,
      regimenFiscalE: '601',
    },
    receptor: {
      nacionalidadR: 'Nacional',
      nacional: {
        rfcR: 'XOJI740919U48',
        nomDenRazSocR: 'INGRID XODAR JIMENEZ',
        domicilioFiscalR: '76028',
        ...changes.receiver,
      },
    },
    periodo: { mesIni: '01', mesFin: '01', ejercicio: '2026' },
    totales: {
      montoTotOperacion: amount,
      montoTotGrav: amount,
      montoTotExent: Decimal.from('0.00'),
      montoTotRet: Decimal.from(changes.withheld ?? '10.00'),
      impRetenidos: [{ montoRet: Decimal.from('10.00'), tipoPagoRet: '03', impuestoRet: '001' }],
    },
  };
  return sealRetenciones(document, signer).xml;
}
