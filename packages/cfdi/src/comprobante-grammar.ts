import type * as model from './comprobante';
import {
  element,
  list,
  maybe,
  maybeList,
  one,
  optional,
  raw,
  required,
  several,
  unsealed,
} from './grammar';
import { impuestosLocalesElement } from './impuestos-locales';
import { nominaElement } from './nomina-grammar';
import { pagosElement } from './pagos-grammar';
import {
  anyText,
  certificateNumber,
  code,
  importe,
  integer,
  localDateTime,
  openText,
  pattern,
  pedimento,
  positive,
  postalCode,
  rfc,
  tasa,
  text,
  uuid,
} from './simple-types';
import { timbreElement } from './timbre-grammar';

/*
 * Source: cfdv40.xsd and cadenaoriginal_4_0.xslt of the SAT, read 2026-11-21. Types of catalogue codes check
 * only the format, so that codes that the SAT publishes later are valid.
 */

const informacionGlobal = element<model.InformacionGlobal>('cfdi:InformacionGlobal', {
  periodicidad: required('Periodicidad', code(2)),
  meses: required('Meses', code(2)),
  año: required('Año', integer(2019, 32767)),
});

const cfdiRelacionados = element<model.CfdiRelacionados>('cfdi:CfdiRelacionados', {
  tipoRelacion: required('TipoRelacion', code(2)),
  cfdiRelacionado: several(
    element<model.CfdiRelacionado>('cfdi:CfdiRelacionado', { uuid: required('UUID', uuid) }),
    { least: 1 },
  ),
});

const emisor = element<model.Emisor>('cfdi:Emisor', {
  rfc: required('Rfc', rfc),
  nombre: required('Nombre', text(1, 300)),
  regimenFiscal: required('RegimenFiscal', code(3)),
  facAtrAdquirente: optional('FacAtrAdquirente', pattern(/[0-9]{10}/, '10 digits')),
});

const receptor = element<model.Receptor>('cfdi:Receptor', {
  rfc: required('Rfc', rfc),
  nombre: required('Nombre', text(1, 300)),
  domicilioFiscalReceptor: required('DomicilioFiscalReceptor', postalCode),
  residenciaFiscal: optional('ResidenciaFiscal', code(3)),
  numRegIdTrib: optional('NumRegIdTrib', openText(1, 40)),
  regimenFiscalReceptor: required('RegimenFiscalReceptor', code(3)),
  usoCfdi: required('UsoCFDI', code(3, 4)),
});

const trasladoConcepto = element<model.Traslado>('cfdi:Traslado', {
  base: required('Base', positive),
  impuesto: required('Impuesto', code(3)),
  tipoFactor: required('TipoFactor', code(4, 6)),
  tasaOCuota: optional('TasaOCuota', tasa),
  importe: optional('Importe', importe),
});

const retencionConcepto = element<model.RetencionConcepto>('cfdi:Retencion', {
  base: required('Base', positive),
  impuesto: required('Impuesto', code(3)),
  tipoFactor: required('TipoFactor', code(4, 6)),
  tasaOCuota: required('TasaOCuota', tasa),
  importe: required('Importe', importe),
});

const informacionAduanera = element<model.InformacionAduanera>('cfdi:InformacionAduanera', {
  numeroPedimento: required('NumeroPedimento', pedimento),
});

const aCuentaTerceros = element<model.ACuentaTerceros>('cfdi:ACuentaTerceros', {
  rfcACuentaTerceros: required('RfcACuentaTerceros', rfc),
  nombreACuentaTerceros: required('NombreACuentaTerceros', text(1, 300)),
  regimenFiscalACuentaTerceros: required('RegimenFiscalACuentaTerceros', code(3)),
  domicilioFiscalACuentaTerceros: required('DomicilioFiscalACuentaTerceros', postalCode),
});

const parte = element<model.Parte>('cfdi:Parte', {
  claveProdServ: required('ClaveProdServ', code(8)),
  noIdentificacion: optional('NoIdentificacion', text(1, 100)),
  cantidad: required('Cantidad', positive),
  unidad: optional('Unidad', text(1, 20)),
  descripcion: required('Descripcion', text(1, 1000)),
  valorUnitario: optional('ValorUnitario', importe),
  importe: optional('Importe', importe),
  informacionAduanera: several(informacionAduanera),
});

const concepto = element<model.Concepto>('cfdi:Concepto', {
  claveProdServ: required('ClaveProdServ', code(8)),
  noIdentificacion: optional('NoIdentificacion', text(1, 100)),
  cantidad: required('Cantidad', positive),
  claveUnidad: required('ClaveUnidad', code(1, 3)),
  unidad: optional('Unidad', text(1, 20)),
  descripcion: required('Descripcion', text(1, 1000)),
  valorUnitario: required('ValorUnitario', importe),
  importe: required('Importe', importe),
  descuento: optional('Descuento', importe),
  objetoImp: required('ObjetoImp', code(2)),
  impuestos: maybe(
    element<model.ConceptoImpuestos>('cfdi:Impuestos', {
      traslados: maybeList('cfdi:Traslados', trasladoConcepto),
      retenciones: maybeList('cfdi:Retenciones', retencionConcepto),
    }),
  ),
  aCuentaTerceros: maybe(aCuentaTerceros),
  informacionAduanera: several(informacionAduanera),
  cuentaPredial: several(
    element<model.CuentaPredial>('cfdi:CuentaPredial', {
      numero: required('Numero', pattern(/[0-9a-zA-Z]{1,150}/, '1 to 150 letters or digits')),
    }),
  ),
  complementoConcepto: raw('cfdi:ComplementoConcepto'),
  parte: several(parte),
});

const impuestos = element<model.Impuestos>('cfdi:Impuestos', {
  retenciones: maybeList(
    'cfdi:Retenciones',
    element<model.Retencion>('cfdi:Retencion', {
      impuesto: required('Impuesto', code(3)),
      importe: required('Importe', importe),
    }),
  ),
  totalImpuestosRetenidos: optional('TotalImpuestosRetenidos', importe),
  traslados: maybeList(
    'cfdi:Traslados',
    element<model.Traslado>('cfdi:Traslado', {
      base: required('Base', importe),
      impuesto: required('Impuesto', code(3)),
      tipoFactor: required('TipoFactor', code(4, 6)),
      tasaOCuota: optional('TasaOCuota', tasa),
      importe: optional('Importe', importe),
    }),
  ),
  totalImpuestosTrasladados: optional('TotalImpuestosTrasladados', importe),
});

const complemento = element<model.Complemento>('cfdi:Complemento', {
  pagos: several(pagosElement),
  nominas: several(nominaElement),
  impuestosLocales: maybe(impuestosLocalesElement),
  otros: raw(),
  timbre: maybe(timbreElement, { sealed: false }),
});

/** CFDI 4.0. */
export const comprobanteElement = element<model.Comprobante>('cfdi:Comprobante', {
  version: required('Version', pattern(/4\.0/, '"4.0"')),
  serie: optional('Serie', text(1, 25)),
  folio: optional('Folio', text(1, 40)),
  fecha: required('Fecha', localDateTime),
  formaPago: optional('FormaPago', code(2)),
  noCertificado: required('NoCertificado', certificateNumber),
  condicionesDePago: optional('CondicionesDePago', text(1, 1000)),
  subTotal: required('SubTotal', importe),
  descuento: optional('Descuento', importe),
  moneda: required('Moneda', code(3)),
  tipoCambio: optional('TipoCambio', positive),
  total: required('Total', importe),
  tipoDeComprobante: required('TipoDeComprobante', pattern(/[IETNP]/, 'one of I, E, T, N, P')),
  exportacion: required('Exportacion', code(2)),
  metodoPago: optional('MetodoPago', code(3)),
  lugarExpedicion: required('LugarExpedicion', postalCode),
  confirmacion: optional('Confirmacion', pattern(/[0-9a-zA-Z]{5}/, '5 letters or digits')),
  certificado: unsealed('Certificado', anyText),
  sello: unsealed('Sello', anyText),
  informacionGlobal: maybe(informacionGlobal),
  cfdiRelacionados: several(cfdiRelacionados),
  emisor: one(emisor),
  receptor: one(receptor),
  conceptos: list('cfdi:Conceptos', concepto),
  impuestos: maybe(impuestos),
  complemento: maybe(complemento),
  addenda: raw('cfdi:Addenda', { sealed: false }),
});
