import { Decimal } from '@timbre/fiscal';
import { element, maybe, maybeList, one, optional, required, several } from './grammar';
import {
  base64Binary,
  blankText,
  code,
  companyOrForeignRfc,
  companyRfc,
  count,
  importe,
  importeMxn,
  localDateTime,
  openAmount,
  openText,
  pattern,
  positive,
  tasa,
  text,
} from './simple-types';
import type * as model from './pagos';

export const idDocumento = pattern(
  /[a-fA-F0-9]{8}(-[a-fA-F0-9]{4}){3}-[a-fA-F0-9]{12}|[0-9]{3}-[0-9]{2}-[0-9]{9}/,
  'the UUID or operation number of a document',
);
const cuenta = pattern(/[A-Z0-9_]{10,50}/, 'an account of 10 to 50 characters');
const equivalencia = openAmount(10, Decimal.from('0.0000000001'));

const totales = element<model.PagosTotales>('pago20:Totales', {
  totalRetencionesIva: optional('TotalRetencionesIVA', importeMxn),
  totalRetencionesIsr: optional('TotalRetencionesISR', importeMxn),
  totalRetencionesIeps: optional('TotalRetencionesIEPS', importeMxn),
  totalTrasladosBaseIva16: optional('TotalTrasladosBaseIVA16', importeMxn),
  totalTrasladosImpuestoIva16: optional('TotalTrasladosImpuestoIVA16', importeMxn),
  totalTrasladosBaseIva8: optional('TotalTrasladosBaseIVA8', importeMxn),
  totalTrasladosImpuestoIva8: optional('TotalTrasladosImpuestoIVA8', importeMxn),
  totalTrasladosBaseIva0: optional('TotalTrasladosBaseIVA0', importeMxn),
  totalTrasladosImpuestoIva0: optional('TotalTrasladosImpuestoIVA0', importeMxn),
  totalTrasladosBaseIvaExento: optional('TotalTrasladosBaseIVAExento', importeMxn),
  montoTotalPagos: required('MontoTotalPagos', importeMxn),
});

const retencionDr = element<model.RetencionDr>('pago20:RetencionDR', {
  baseDr: required('BaseDR', positive),
  impuestoDr: required('ImpuestoDR', code(3)),
  tipoFactorDr: required('TipoFactorDR', code(4, 6)),
  tasaOCuotaDr: required('TasaOCuotaDR', tasa),
  importeDr: required('ImporteDR', importe),
});

const trasladoDr = element<model.TrasladoDr>('pago20:TrasladoDR', {
  baseDr: required('BaseDR', positive),
  impuestoDr: required('ImpuestoDR', code(3)),
  tipoFactorDr: required('TipoFactorDR', code(4, 6)),
  tasaOCuotaDr: optional('TasaOCuotaDR', tasa),
  importeDr: optional('ImporteDR', importe),
});

const doctoRelacionado = element<model.DoctoRelacionado>('pago20:DoctoRelacionado', {
  idDocumento: required('IdDocumento', idDocumento),
  serie: optional('Serie', text(1, 25)),
  folio: optional('Folio', text(1, 40)),
  monedaDr: required('MonedaDR', code(3)),
  equivalenciaDr: optional('EquivalenciaDR', equivalencia),
  numParcialidad: required('NumParcialidad', count(999)),
  impSaldoAnt: required('ImpSaldoAnt', importe),
  impPagado: required('ImpPagado', importe),
  impSaldoInsoluto: required('ImpSaldoInsoluto', importe),
  objetoImpDr: required('ObjetoImpDR', code(2)),
  impuestosDr: maybe(
    element<model.ImpuestosDr>('pago20:ImpuestosDR', {
      retencionesDr: maybeList('pago20:RetencionesDR', retencionDr),
      trasladosDr: maybeList('pago20:TrasladosDR', trasladoDr),
    }),
  ),
});

const impuestosP = element<model.ImpuestosP>('pago20:ImpuestosP', {
  retencionesP: maybeList(
    'pago20:RetencionesP',
    element<model.RetencionP>('pago20:RetencionP', {
      impuestoP: required('ImpuestoP', code(3)),
      importeP: required('ImporteP', importe),
    }),
  ),
  trasladosP: maybeList(
    'pago20:TrasladosP',
    element<model.TrasladoP>('pago20:TrasladoP', {
      baseP: required('BaseP', importe),
      impuestoP: required('ImpuestoP', code(3)),
      tipoFactorP: required('TipoFactorP', code(4, 6)),
      tasaOCuotaP: optional('TasaOCuotaP', tasa),
      importeP: optional('ImporteP', importe),
    }),
  ),
});

/** The attributes of a payment that Pagos 1.0 and 2.0 have in common. */
export const pagoAttributes = {
  fechaPago: required('FechaPago', localDateTime),
  formaDePagoP: required('FormaDePagoP', code(2)),
  monedaP: required('MonedaP', code(3)),
  tipoCambioP: optional('TipoCambioP', positive),
  monto: required('Monto', importe),
  numOperacion: optional('NumOperacion', blankText(1, 100)),
  rfcEmisorCtaOrd: optional('RfcEmisorCtaOrd', companyOrForeignRfc),
  nomBancoOrdExt: optional('NomBancoOrdExt', text(1, 300)),
  ctaOrdenante: optional('CtaOrdenante', cuenta),
  rfcEmisorCtaBen: optional('RfcEmisorCtaBen', companyRfc),
  ctaBeneficiario: optional('CtaBeneficiario', cuenta),
  tipoCadPago: optional('TipoCadPago', code(2)),
  certPago: optional('CertPago', base64Binary),
  cadPago: optional('CadPago', openText(1, 8192)),
  selloPago: optional('SelloPago', base64Binary),
};

const pago = element<model.Pago>('pago20:Pago', {
  ...pagoAttributes,
  doctoRelacionado: several(doctoRelacionado, { least: 1 }),
  impuestosP: maybe(impuestosP),
});

/** Source: the SAT's Pagos20.xsd and Pagos20.xslt, read 2026-11-21. */
export const pagosElement = element<model.Pagos>('pago20:Pagos', {
  version: required('Version', pattern(/2\.0/, '"2.0"')),
  totales: one(totales),
  pago: several(pago, { least: 1 }),
});
