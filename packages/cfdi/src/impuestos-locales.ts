import type { Decimal } from '@timbre/fiscal';
import { element, required, several } from './grammar';
import { anyText, pattern, signedAmount } from './simple-types';

/**
 * The complement `implocal:ImpuestosLocales` 1.0: taxes of states and cities. The rates are
 * percentages.
 */
export interface ImpuestosLocales {
  readonly version: string;
  readonly totaldeRetenciones: Decimal;
  readonly totaldeTraslados: Decimal;
  readonly retencionesLocales?: readonly RetencionLocal[];
  readonly trasladosLocales?: readonly TrasladoLocal[];
}

export interface RetencionLocal {
  readonly impLocRetenido: string;
  readonly tasadeRetencion: Decimal;
  readonly importe: Decimal;
}

export interface TrasladoLocal {
  readonly impLocTrasladado: string;
  readonly tasadeTraslado: Decimal;
  readonly importe: Decimal;
}

const money = signedAmount(2);

/**
 * Source: implocal.xsd and implocal.xslt of the SAT, read 2026-11-21. The lines of local taxes may
 * be in any order.
 */
export const impuestosLocalesElement = element<ImpuestosLocales>(
  'implocal:ImpuestosLocales',
  {
    version: required('version', pattern(/1\.0/, '"1.0"')),
    totaldeRetenciones: required('TotaldeRetenciones', money),
    totaldeTraslados: required('TotaldeTraslados', money),
    retencionesLocales: several(
      element<RetencionLocal>('implocal:RetencionesLocales', {
        impLocRetenido: required('ImpLocRetenido', anyText),
        tasadeRetencion: required('TasadeRetencion', money),
        importe: required('Importe', money),
      }),
    ),
    trasladosLocales: several(
      element<TrasladoLocal>('implocal:TrasladosLocales', {
        impLocTrasladado: required('ImpLocTrasladado', anyText),
        tasadeTraslado: required('TasadeTraslado', money),
        importe: required('Importe', money),
      }),
    ),
  },
  { isOrdered: false },
);
