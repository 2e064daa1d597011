import { transportSettings } from '@timbre/api';
import { operation } from '../operation';

export const getTransportSettings = operation({
  id: 'getTransportSettings',
  area: 'settings',
  method: 'GET',
  path: '/v1/settings/transport',
  summary: {
    en: 'Get the saved vehicles, persons and routes',
    es: 'Consultar los vehículos, las personas y las rutas guardados',
  },
  description: {
    en: 'Drafts with `cartaPorte` refer to them by code.',
    es: 'Los borradores con `cartaPorte` los nombran por sus códigos.',
  },
  permissions: ['settings:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  response: transportSettings,
  call: async ({ services }, _, context) =>
    (await services.fiscalCfdi.getTransportSettings({}, context)).body,
});
