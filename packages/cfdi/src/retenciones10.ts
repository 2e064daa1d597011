import type { Decimal } from '@timbre/fiscal';
import { element, maybe, one, optional, raw, required, several, unsealed } from './grammar';
import { parseRoot, rootOf } from './parse';
import type { Parsed, Source } from './parse';
import type {
  ReceptorExtranjero,
  ReceptorNacional,
  RetencionesComplemento,
  RetencionesPeriodo,
} from './retenciones';
import { anyText, certificateNumber, code, openText, pattern, signedAmount } from './simple-types';
import { timbreElement } from './timbre-grammar';
import type { ReadLimits, XmlNode } from './xml';

/**
 * The root element `retenciones:Retenciones` 1.0, in force until 2023. Retenciones 1.0 can only be read.
 * Version 2.0 renamed the attributes; these fields use the names of version 2.0.
 */
export interface Retenciones10 {
  readonly version: string;
  readonly noCertificado?: string;
  readonly folioInt?: string;
  /** The local time with its UTC offset (`AAAA-MM-DDThh:mm:ss-06:00`). */
  readonly fechaExp: string;
  readonly cveRetenc: string;
  readonly descRetenc?: string;
  readonly certificado?: string;
  readonly sello?: string;
  readonly emisor: Retenciones10Emisor;
  readonly receptor: Retenciones10Receptor;
  readonly periodo: RetencionesPeriodo;
  readonly totales: Retenciones10Totales;
  readonly complemento?: RetencionesComplemento;
  readonly addenda?: readonly XmlNode[];
}

export interface Retenciones10Emisor {
  readonly rfcE: string;
  readonly nomDenRazSocE?: string;
  readonly curpE?: string;
}

export interface Retenciones10Receptor {
  readonly nacionalidadR: string;
  readonly nacional?: Nacional10;
  readonly extranjero?: ReceptorExtranjero;
}

export type Nacional10 = Pick<ReceptorNacional, 'rfcR' | 'curpR'> & {
  readonly nomDenRazSocR?: string;
};

export interface Retenciones10Totales {
  readonly montoTotOperacion: Decimal;
  readonly montoTotGrav: Decimal;
  readonly montoTotExent: Decimal;
  readonly montoTotRet: Decimal;
  readonly impRetenidos?: readonly ImpRetenido10[];
}

/** `impuestoRet` is 01 ISR, 02 IVA or 03 IEPS. `tipoPagoRet` is `Pago definitivo` or `Pago provisional`. */
export interface ImpRetenido10 {
  readonly baseRet?: Decimal;
  readonly impuestoRet?: string;
  readonly montoRet: Decimal;
  readonly tipoPagoRet: string;
}

const rfc = pattern(
  /[A-ZÑ&,]{3,4}[0-9]{2}[01][0-9][0-3][0-9][A-Z0-9,]{3}/,
  'an RFC of 12 or 13 characters',
);
const curp = openText(18, 18);
const name = openText(1, 300);
const money = signedAmount(6);
const month = pattern(/0?[1-9]|1[012]/, 'a month from 1 to 12');
const zoned = pattern(
  /[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3])(:[0-5][0-9]){2}([+-](0[0-9]|1[0-4]):[0-5][0-9]|Z)/,
  'a date with time and zone',
);

const receptor = element<Retenciones10Receptor>('retenciones10:Receptor', {
  nacionalidadR: required('Nacionalidad', pattern(/Nacional|Extranjero/, 'Nacional or Extranjero')),
  nacional: maybe(
    element<Nacional10>('retenciones10:Nacional', {
      rfcR: required('RFCRecep', rfc),
      nomDenRazSocR: optional('NomDenRazSocR', name),
      curpR: optional('CURPR', curp),
    }),
  ),
  extranjero: maybe(
    element<ReceptorExtranjero>('retenciones10:Extranjero', {
      numRegIdTribR: optional('NumRegIdTrib', openText(1, 20)),
      nomDenRazSocR: required('NomDenRazSocR', name),
    }),
  ),
});

const totales = element<Retenciones10Totales>('retenciones10:Totales', {
  montoTotOperacion: required('montoTotOperacion', money),
  montoTotGrav: required('montoTotGrav', money),
  montoTotExent: required('montoTotExent', money),
  montoTotRet: required('montoTotRet', money),
  impRetenidos: several(
    element<ImpRetenido10>('retenciones10:ImpRetenidos', {
      baseRet: optional('BaseRet', money),
      impuestoRet: optional('Impuesto', code(2)),
      montoRet: required('montoRet', money),
      tipoPagoRet: required('TipoPagoRet', pattern(/Pago (definitivo|provisional)/, 'its kind')),
    }),
  ),
});

/** Source: retencionpagov1.xsd and retenciones.xslt of the SAT, read 2026-11-27. */
export const retenciones10Element = element<Retenciones10>('retenciones10:Retenciones', {
  version: required('Version', pattern(/1\.0/, '"1.0"')),
  noCertificado: required('NumCert', certificateNumber),
  folioInt: optional('FolioInt', openText(1, 20)),
  fechaExp: required('FechaExp', zoned),
  cveRetenc: required('CveRetenc', code(2)),
  descRetenc: optional('DescRetenc', openText(1, 100)),
  certificado: unsealed('Cert', anyText),
  sello: unsealed('Sello', anyText),
  emisor: one(
    element<Retenciones10Emisor>('retenciones10:Emisor', {
      rfcE: required('RFCEmisor', rfc),
      nomDenRazSocE: optional('NomDenRazSocE', name),
      curpE: optional('CURPE', curp),
    }),
  ),
  receptor: one(receptor),
  periodo: one(
    element<RetencionesPeriodo>('retenciones10:Periodo', {
      mesIni: required('MesIni', month),
      mesFin: required('MesFin', month),
      ejercicio: required('Ejerc', pattern(/20[0-9]{2}/, 'a year from 2000 to 2099')),
    }),
  ),
  totales: one(totales),
  complemento: maybe(
    element<RetencionesComplemento>('retenciones10:Complemento', {
      otros: raw(),
      timbre: maybe(timbreElement, { sealed: false }),
    }),
  ),
  addenda: raw('retenciones10:Addenda', { sealed: false }),
});

/** Reads a withholding document 1.0. Throws the same errors as `parseComprobante`. */
export function parseRetenciones10(source: Source, limits?: ReadLimits): Parsed<Retenciones10> {
  return parseRoot(retenciones10Element, rootOf(source, limits));
}
