import type { Decimal } from '@timbre/fiscal';
import type { ImpuestosLocales } from './impuestos-locales';
import type { Nomina } from './nomina';
import type { Pagos } from './pagos';
import type { Timbre } from './timbre-grammar';
import type { XmlNode } from './xml';

/*
 * The model of a CFDI 4.0 (Anexo 20, cfdv40.xsd). Every field has the name of the SAT's attribute or
 * element in lowerCamelCase, with acronyms as words, as in `usoCfdi` for `UsoCFDI`. Amounts are written
 * with the decimals of their Decimal. Local date-times are text without a zone.
 */

/** The codes of c_TipoDeComprobante (I income, E credit note, T transfer, N payroll, P payment). */
export type TipoDeComprobante = 'I' | 'E' | 'T' | 'N' | 'P';

/**
 * The root element `cfdi:Comprobante` 4.0. The three sealing fields are absent until the document is
 * sealed.
 */
export interface Comprobante {
  readonly version: string;
  readonly serie?: string;
  readonly folio?: string;
  /** The local time at the place of issue, `AAAA-MM-DDThh:mm:ss`. */
  readonly fecha: string;
  readonly formaPago?: string;
  readonly noCertificado?: string;
  readonly condicionesDePago?: string;
  readonly subTotal: Decimal;
  readonly descuento?: Decimal;
  readonly moneda: string;
  readonly tipoCambio?: Decimal;
  readonly total: Decimal;
  readonly tipoDeComprobante: string;
  readonly exportacion: string;
  readonly metodoPago?: string;
  /** Postal code. */
  readonly lugarExpedicion: string;
  readonly confirmacion?: string;
  readonly certificado?: string;
  readonly sello?: string;
  readonly informacionGlobal?: InformacionGlobal;
  readonly cfdiRelacionados?: readonly CfdiRelacionados[];
  readonly emisor: Emisor;
  readonly receptor: Receptor;
  readonly conceptos: readonly Concepto[];
  readonly impuestos?: Impuestos;
  readonly complemento?: Complemento;
  readonly addenda?: readonly XmlNode[];
}

/** The period of the sales in a global invoice. The attribute `Año` is the field `año`. */
export interface InformacionGlobal {
  readonly periodicidad: string;
  readonly meses: string;
  readonly año: number;
}

export interface CfdiRelacionados {
  readonly tipoRelacion: string;
  readonly cfdiRelacionado: readonly CfdiRelacionado[];
}

export interface CfdiRelacionado {
  readonly uuid: string;
}

export interface Emisor {
  readonly rfc: string;
  readonly nombre: string;
  readonly regimenFiscal: string;
  readonly facAtrAdquirente?: string;
}

export interface Receptor {
  readonly rfc: string;
  readonly nombre: string;
  readonly domicilioFiscalReceptor: string;
  readonly residenciaFiscal?: string;
  readonly numRegIdTrib?: string;
  readonly regimenFiscalReceptor: string;
  readonly usoCfdi: string;
}

export interface Concepto {
  readonly claveProdServ: string;
  readonly noIdentificacion?: string;
  readonly cantidad: Decimal;
  readonly claveUnidad: string;
  readonly unidad?: string;
  readonly descripcion: string;
  readonly valorUnitario: Decimal;
  readonly importe: Decimal;
  readonly descuento?: Decimal;
  readonly objetoImp: string;
  readonly impuestos?: ConceptoImpuestos;
  readonly aCuentaTerceros?: ACuentaTerceros;
  readonly informacionAduanera?: readonly InformacionAduanera[];
  readonly cuentaPredial?: readonly CuentaPredial[];
  readonly complementoConcepto?: readonly XmlNode[];
  readonly parte?: readonly Parte[];
}

/** The taxes of one concept, with the transferred taxes first. */
export interface ConceptoImpuestos {
  readonly traslados?: readonly Traslado[];
  readonly retenciones?: readonly RetencionConcepto[];
}

/** A transferred tax. A tax line with `Exento` has no rate and no amount. */
export interface Traslado {
  readonly base: Decimal;
  readonly impuesto: string;
  readonly tipoFactor: string;
  readonly tasaOCuota?: Decimal;
  readonly importe?: Decimal;
}

export interface RetencionConcepto {
  readonly base: Decimal;
  readonly impuesto: string;
  readonly tipoFactor: string;
  readonly tasaOCuota: Decimal;
  readonly importe: Decimal;
}

export interface ACuentaTerceros {
  readonly rfcACuentaTerceros: string;
  readonly nombreACuentaTerceros: string;
  readonly regimenFiscalACuentaTerceros: string;
  readonly domicilioFiscalACuentaTerceros: string;
}

/** A customs number as `aa aa pppp nnnnnnn`, with two blanks between the groups. */
export interface InformacionAduanera {
  readonly numeroPedimento: string;
}

export interface CuentaPredial {
  readonly numero: string;
}

export interface Parte {
  readonly claveProdServ: string;
  readonly noIdentificacion?: string;
  readonly cantidad: Decimal;
  readonly unidad?: string;
  readonly descripcion: string;
  readonly valorUnitario?: Decimal;
  readonly importe?: Decimal;
  readonly informacionAduanera?: readonly InformacionAduanera[];
}

/** The tax summary, with the withheld taxes first. */
export interface Impuestos {
  readonly retenciones?: readonly Retencion[];
  readonly totalImpuestosRetenidos?: Decimal;
  readonly traslados?: readonly Traslado[];
  readonly totalImpuestosTrasladados?: Decimal;
}

/** A withheld tax in the summary. */
export interface Retencion {
  readonly impuesto: string;
  readonly importe: Decimal;
}

/** The complements with a model. All other complements are stored as XML in `otros`. */
export interface Complemento {
  readonly pagos?: readonly Pagos[];
  readonly nominas?: readonly Nomina[];
  readonly impuestosLocales?: ImpuestosLocales;
  readonly otros?: readonly XmlNode[];
  readonly timbre?: Timbre;
}
