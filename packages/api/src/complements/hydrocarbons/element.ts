import { said } from '@timbre/fiscal';
import type { ComplementElement } from '../complement';

/** Source: hidrocarburospetroliferos.xsd and its stylesheet of the SAT, read 2026-11-28. */
export const element: ComplementElement = {
  name: 'hidrocarburospetroliferos:HidroYPetro',
  fixed: { Version: '1.0' },
  attributes: [
    ['TipoPermiso', 'permitType', said('Tipo de permiso', 'Type of permit')],
    ['NumeroPermiso', 'permitNumber', said('Permiso', 'Permit')],
    ['ClaveHYP', 'fuelKey', said('Clave HYP', 'Fuel key')],
    ['SubProductoHYP', 'subproduct', said('Subproducto', 'Subproduct')],
  ],
};
