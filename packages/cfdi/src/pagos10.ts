import type { Decimal } from '@timbre/fiscal';
import { element, maybeList, optional, required, several } from './grammar';
import type { DoctoRelacionado, Pago } from './pagos';
import { idDocumento, pagoAttributes } from './pagos-grammar';
import { code, count, importe, pattern, positive, tasa, text } from './simple-types';

/** The complement `pago10:Pagos` 1.0 of a CFDI 3.3. Pagos 1.0 can only be read. */
export interface Pagos10 {
  readonly version: string;
  readonly pago: readonly Pago10[];
}

export interface Pago10 extends Omit<Pago, 'doctoRelacionado' | 'impuestosP'> {
  /** `doctoRelacionado` is absent for a payment in advance. */
  readonly doctoRelacionado?: readonly DoctoRelacionado10[];
  readonly impuestos?: readonly Impuestos10[];
}

type OfBalance = 'numParcialidad' | 'impSaldoAnt' | 'impPagado' | 'impSaldoInsoluto';
type Added = 'equivalenciaDr' | 'objetoImpDr' | 'impuestosDr';

export interface DoctoRelacionado10
  extends Omit<DoctoRelacionado, OfBalance | Added>, Partial<Pick<DoctoRelacionado, OfBalance>> {
  /** Units of `monedaDr` for one unit of `monedaP`; 1 for a document in pesos. */
  readonly tipoCambioDr?: Decimal;
  readonly metodoDePagoDr: string;
}

/** The taxes of a payment in advance, which pays no document yet. */
export interface Impuestos10 {
  readonly totalImpuestosRetenidos?: Decimal;
  readonly totalImpuestosTrasladados?: Decimal;
  readonly retenciones?: readonly Retencion10[];
  readonly traslados?: readonly Traslado10[];
}

export interface Retencion10 {
  readonly impuesto: string;
  readonly importe: Decimal;
}

export interface Traslado10 extends Retencion10 {
  readonly tipoFactor: string;
  readonly tasaOCuota: Decimal;
}

const doctoRelacionado = element<DoctoRelacionado10>('pago10:DoctoRelacionado', {
  idDocumento: required('IdDocumento', idDocumento),
  serie: optional('Serie', text(1, 25)),
  folio: optional('Folio', text(1, 40)),
  monedaDr: required('MonedaDR', code(3)),
  tipoCambioDr: optional('TipoCambioDR', positive),
  metodoDePagoDr: required('MetodoDePagoDR', code(3)),
  numParcialidad: optional('NumParcialidad', count(999)),
  impSaldoAnt: optional('ImpSaldoAnt', importe),
  impPagado: optional('ImpPagado', importe),
  impSaldoInsoluto: optional('ImpSaldoInsoluto', importe),
});

const impuestos = element<Impuestos10>('pago10:Impuestos', {
  totalImpuestosRetenidos: optional('TotalImpuestosRetenidos', importe),
  totalImpuestosTrasladados: optional('TotalImpuestosTrasladados', importe),
  retenciones: maybeList(
    'pago10:Retenciones',
    element<Retencion10>('pago10:Retencion', {
      impuesto: required('Impuesto', code(3)),
      importe: required('Importe', importe),
    }),
  ),
  traslados: maybeList(
    'pago10:Traslados',
    element<Traslado10>('pago10:Traslado', {
      impuesto: required('Impuesto', code(3)),
      tipoFactor: required('TipoFactor', code(4, 6)),
      tasaOCuota: required('TasaOCuota', tasa),
      importe: required('Importe', importe),
    }),
  ),
});

const pago = element<Pago10>('pago10:Pago', {
  ...pagoAttributes,
  doctoRelacionado: several(doctoRelacionado),
  impuestos: several(impuestos),
});

/** Source: the SAT's Pagos10.xsd, read 2026-11-27, and the order of its stylesheet. */
export const pagos10Element = element<Pagos10>('pago10:Pagos', {
  version: required('Version', pattern(/1\.0/, '"1.0"')),
  pago: several(pago, { least: 1 }),
});
