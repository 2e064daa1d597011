import type { Decimal } from '@timbre/fiscal';
import { element, maybe, one, optional, raw, required, several, unsealed } from './grammar';
import {
  anyText,
  certificateNumber,
  code,
  curp,
  importeMxn,
  localDateTime,
  openText,
  pattern,
  postalCode,
  rfc,
  uuid,
} from './simple-types';
import type { Timbre } from './timbre-grammar';
import { timbreElement } from './timbre-grammar';
import type { XmlNode } from './xml';

/**
 * The root element `retenciones:Retenciones` 2.0: information about withholdings and payments. All amounts
 * are in pesos.
 */
export interface Retenciones {
  readonly version: string;
  readonly noCertificado?: string;
  readonly folioInt?: string;
  readonly fechaExp: string;
  /** Postal code. */
  readonly lugarExpRetenc: string;
  readonly cveRetenc: string;
  readonly descRetenc?: string;
  readonly certificado?: string;
  readonly sello?: string;
  readonly cfdiRetenRelacionados?: CfdiRetenRelacionados;
  readonly emisor: RetencionesEmisor;
  readonly receptor: RetencionesReceptor;
  readonly periodo: RetencionesPeriodo;
  readonly totales: RetencionesTotales;
  readonly complemento?: RetencionesComplemento;
  readonly addenda?: readonly XmlNode[];
}

export interface CfdiRetenRelacionados {
  readonly tipoRelacion: string;
  readonly uuid: string;
}

export interface RetencionesEmisor {
  readonly rfcE: string;
  readonly nomDenRazSocE: string;
  readonly regimenFiscalE: string;
}

/**
 * The receiver of a withholding document. `nacionalidadR` is `Nacional` or `Extranjero`, and only the
 * child element for this kind of receiver is present.
 */
export interface RetencionesReceptor {
  readonly nacionalidadR: string;
  readonly nacional?: ReceptorNacional;
  readonly extranjero?: ReceptorExtranjero;
}

export interface ReceptorNacional {
  readonly rfcR: string;
  readonly nomDenRazSocR: string;
  readonly curpR?: string;
  readonly domicilioFiscalR: string;
}

export interface ReceptorExtranjero {
  readonly numRegIdTribR?: string;
  readonly nomDenRazSocR: string;
}

/** The first and last month of the period, `01` to `12`. */
export interface RetencionesPeriodo {
  readonly mesIni: string;
  readonly mesFin: string;
  readonly ejercicio: string;
}

export interface RetencionesTotales {
  readonly montoTotOperacion: Decimal;
  readonly montoTotGrav: Decimal;
  readonly montoTotExent: Decimal;
  readonly montoTotRet: Decimal;
  readonly utilidadBimestral?: Decimal;
  readonly isrCorrespondiente?: Decimal;
  readonly impRetenidos?: readonly ImpRetenido[];
}

export interface ImpRetenido {
  readonly baseRet?: Decimal;
  readonly impuestoRet?: string;
  readonly montoRet: Decimal;
  readonly tipoPagoRet: string;
}

/**
 * The complements of withholding documents, stored as XML. The elements are built with `xmlNode`.
 */
export interface RetencionesComplemento {
  readonly otros?: readonly XmlNode[];
  readonly timbre?: Timbre;
}

const receptor = element<RetencionesReceptor>('retenciones:Receptor', {
  nacionalidadR: required(
    'NacionalidadR',
    pattern(/Nacional|Extranjero/, 'Nacional or Extranjero'),
  ),
  nacional: maybe(
    element<ReceptorNacional>('retenciones:Nacional', {
      rfcR: required('RfcR', rfc),
      nomDenRazSocR: required('NomDenRazSocR', openText(1, 254)),
      curpR: optional('CurpR', curp),
      domicilioFiscalR: required('DomicilioFiscalR', postalCode),
    }),
  ),
  extranjero: maybe(
    element<ReceptorExtranjero>('retenciones:Extranjero', {
      numRegIdTribR: optional('NumRegIdTribR', openText(1, 20)),
      nomDenRazSocR: required('NomDenRazSocR', openText(1, 300)),
    }),
  ),
});

const totales = element<RetencionesTotales>('retenciones:Totales', {
  montoTotOperacion: required('MontoTotOperacion', importeMxn),
  montoTotGrav: required('MontoTotGrav', importeMxn),
  montoTotExent: required('MontoTotExent', importeMxn),
  montoTotRet: required('MontoTotRet', importeMxn),
  utilidadBimestral: optional('UtilidadBimestral', importeMxn),
  isrCorrespondiente: optional('ISRCorrespondiente', importeMxn),
  impRetenidos: several(
    element<ImpRetenido>('retenciones:ImpRetenidos', {
      baseRet: optional('BaseRet', importeMxn),
      impuestoRet: optional('ImpuestoRet', code(3)),
      montoRet: required('MontoRet', importeMxn),
      tipoPagoRet: required('TipoPagoRet', code(2)),
    }),
  ),
});

/** Source: retencionpagov2.xsd and retenciones.xslt of the SAT, read 2026-11-21. */
export const retencionesElement = element<Retenciones>('retenciones:Retenciones', {
  version: required('Version', pattern(/2\.0/, '"2.0"')),
  noCertificado: required('NoCertificado', certificateNumber),
  folioInt: optional('FolioInt', pattern(/[0-9a-zA-Z]{1,20}/, '1 to 20 letters or digits')),
  fechaExp: required('FechaExp', localDateTime),
  lugarExpRetenc: required('LugarExpRetenc', postalCode),
  cveRetenc: required('CveRetenc', code(2)),
  descRetenc: optional('DescRetenc', openText(1, 100)),
  certificado: unsealed('Certificado', anyText),
  sello: unsealed('Sello', anyText),
  cfdiRetenRelacionados: maybe(
    element<CfdiRetenRelacionados>('retenciones:CfdiRetenRelacionados', {
      tipoRelacion: required('TipoRelacion', code(2)),
      uuid: required('UUID', uuid),
    }),
  ),
  emisor: one(
    element<RetencionesEmisor>('retenciones:Emisor', {
      rfcE: required('RfcE', rfc),
      nomDenRazSocE: required('NomDenRazSocE', openText(1, 254)),
      regimenFiscalE: required('RegimenFiscalE', code(3)),
    }),
  ),
  receptor: one(receptor),
  periodo: one(
    element<RetencionesPeriodo>('retenciones:Periodo', {
      mesIni: required('MesIni', pattern(/0[1-9]|1[012]/, 'a month from 01 to 12')),
      mesFin: required('MesFin', pattern(/0[1-9]|1[012]/, 'a month from 01 to 12')),
      ejercicio: required('Ejercicio', pattern(/20[0-9]{2}/, 'a year from 2000 to 2099')),
    }),
  ),
  totales: one(totales),
  complemento: maybe(
    element<RetencionesComplemento>('retenciones:Complemento', {
      otros: raw(),
      timbre: maybe(timbreElement, { sealed: false }),
    }),
  ),
  addenda: raw('retenciones:Addenda', { sealed: false }),
});
