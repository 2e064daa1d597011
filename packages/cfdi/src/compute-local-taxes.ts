import { Decimal } from '@timbre/fiscal';
import type { ImpuestosLocales } from './impuestos-locales';

/** A local tax of a state or a city on the whole document. */
export interface LocalTaxInput {
  readonly kind: 'traslado' | 'retencion';
  /** `ISH`, `CEDULAR`. */
  readonly nombre: string;
  /** The rate as a percentage (`3` means 3 %). */
  readonly tasa: Decimal;
  /** The taxed amount if only a part of the document is taxed, such as lodging without the meals. */
  readonly base?: Decimal;
}

const hundred = Decimal.from(100);

/**
 * Computes the complement `implocal`, with two decimals.
 * @param net the subtotal less the discount, which is the default base
 */
export function computeImpuestosLocales(
  taxes: readonly LocalTaxInput[],
  net: Decimal,
): ImpuestosLocales {
  const lines = taxes.map(({ kind, nombre, tasa, base = net }) => ({
    kind,
    nombre,
    tasa: tasa.round(2),
    importe: base.times(tasa).dividedBy(hundred, 2),
  }));
  const withheld = lines.filter(({ kind }) => kind === 'retencion');
  const transferred = lines.filter(({ kind }) => kind === 'traslado');
  return {
    version: '1.0',
    totaldeRetenciones: total(withheld),
    totaldeTraslados: total(transferred),
    ...(withheld.length > 0 && {
      retencionesLocales: withheld.map(({ nombre, tasa, importe }) => ({
        impLocRetenido: nombre,
        tasadeRetencion: tasa,
        importe,
      })),
    }),
    ...(transferred.length > 0 && {
      trasladosLocales: transferred.map(({ nombre, tasa, importe }) => ({
        impLocTrasladado: nombre,
        tasadeTraslado: tasa,
        importe,
      })),
    }),
  };
}

function total(lines: readonly { readonly importe: Decimal }[]): Decimal {
  return Decimal.sum(lines.map(({ importe }) => importe)).round(2);
}
