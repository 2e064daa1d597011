import { said } from '@timbre/fiscal';
import type { ComplementElement } from '../complement';

/** Source: leyendasFisc.xsd and leyendasFisc.xslt of the SAT, read 2026-11-28. */
export const element: ComplementElement = {
  name: 'leyendasFisc:LeyendasFiscales',
  fixed: { version: '1.0' },
  each: {
    name: 'leyendasFisc:Leyenda',
    attributes: [
      ['disposicionFiscal', 'provision', said('Disposición fiscal', 'Tax provision')],
      ['norma', 'rule', said('Norma', 'Rule')],
      ['textoLeyenda', 'text', said('Leyenda', 'Legend')],
    ],
  },
};
