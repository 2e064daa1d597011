import { said } from '@timbre/fiscal';
import type { ComplementElement } from '../complement';

/** Source: hidrocarburospetroliferos.xsd and its stylesheet of the SAT, read 2026-11-28. */
export const element: ComplementElement = {
  name: 'hidrocarburospetroliferos:HidroYPetro',
  fixed: { Version: '1.0' },
  attributes: [
    [
      'TipoPermiso',
      'permitType',
      said('Tipo de permiso', 'Type of permit'),
      'hidrocarburos10.c_TipoPermiso',
    ],
    ['NumeroPermiso', 'permitNumber', said('Permiso', 'Permit')],
    ['ClaveHYP', 'fuelKey', said('Clave HYP', 'Fuel key'), 'c_ClaveHYP'],
    ['SubProductoHYP', 'subproduct', said('Subproducto', 'Subproduct'), 'c_SubProductoHYP'],
  ],
};
