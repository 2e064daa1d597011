import { said } from '@timbre/fiscal';
import type { ComplementElement } from '../complement';

/** Source: ine11.xsd and ine11.xslt of the SAT, read 2026-11-28. */
export const element: ComplementElement = {
  name: 'ine:INE',
  fixed: { Version: '1.1' },
  attributes: [
    ['TipoProceso', 'process', said('Tipo de proceso', 'Type of process')],
    ['TipoComite', 'committee', said('Tipo de comité', 'Type of committee')],
    ['IdContabilidad', 'accountingId', said('Contabilidad', 'Accounting id'), 'number'],
  ],
  children: [
    {
      field: 'entities',
      many: true,
      element: {
        name: 'ine:Entidad',
        attributes: [
          ['ClaveEntidad', 'state', said('Entidad', 'State')],
          ['Ambito', 'scope', said('Ámbito', 'Scope')],
        ],
        children: [
          {
            field: 'accounts',
            many: true,
            element: {
              name: 'ine:Contabilidad',
              attributes: [
                ['IdContabilidad', 'accountingId', said('Contabilidad', 'Accounting id'), 'number'],
              ],
            },
          },
        ],
      },
    },
  ],
};
