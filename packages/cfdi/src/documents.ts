import { comprobanteElement } from './comprobante-grammar';
import { comprobante33Element } from './comprobante33';
import type { Element } from './grammar';
import { impuestosLocalesElement } from './impuestos-locales';
import { nominaElement } from './nomina-grammar';
import { pagos10Element } from './pagos10';
import { pagosElement } from './pagos-grammar';
import { retencionesElement } from './retenciones';
import { retenciones10Element } from './retenciones10';
import { timbreElement } from './timbre-grammar';

/** The root elements that have a cadena original. */
export const documentElements: readonly Element<never>[] = [
  comprobanteElement,
  comprobante33Element,
  retencionesElement,
  retenciones10Element,
  timbreElement,
];

/** The modeled complements. The cadena contains the complements in the order of the document. */
export const complementElements: readonly Element<never>[] = [
  pagosElement,
  pagos10Element,
  nominaElement,
  impuestosLocalesElement,
];
