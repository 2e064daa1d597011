import { transportSettings } from '@timbre/api';
import { operation } from '../operation';

export const getTransportSettings = operation({
  id: 'getTransportSettings',
  area: 'settings',
  method: 'GET',
  path: '/v1/settings/transport',
  summary: 'Get the saved vehicles, persons and routes',
  description: 'Drafts with `cartaPorte` name them by their codes.',
  permissions: ['settings:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  response: transportSettings,
  call: async ({ services }, _, context) =>
    (await services.fiscalCfdi.getTransportSettings({}, context)).body,
});
