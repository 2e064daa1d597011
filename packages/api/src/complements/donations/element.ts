import { said } from '@timbre/fiscal';
import type { ComplementElement } from '../complement';

/** Source: donat11.xsd and donat11.xslt of the SAT, read 2026-11-28. */
export const element: ComplementElement = {
  name: 'donat:Donatarias',
  fixed: { version: '1.1' },
  attributes: [
    [
      'noAutorizacion',
      'authorizationNumber',
      said('Número de autorización', 'Authorization number'),
    ],
    ['fechaAutorizacion', 'authorizedOn', said('Fecha de autorización', 'Date of authorization')],
    ['leyenda', 'legend', said('Leyenda', 'Legend')],
  ],
};
