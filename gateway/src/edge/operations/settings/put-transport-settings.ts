import { transportSettings, transportSettingsInput } from '@timbre/api';
import { operation } from '../operation';

export const putTransportSettings = operation({
  id: 'putTransportSettings',
  area: 'settings',
  method: 'PUT',
  path: '/v1/settings/transport',
  summary: { en: 'Save vehicles, persons and routes', es: 'Guardar vehículos, personas y rutas' },
  description: {
    en: 'Replaces all entries; drafts keep the data they copied.',
    es: 'Los sustituye a todos; los borradores conservan los datos que tomaron.',
  },
  permissions: ['settings:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 200,
  body: transportSettingsInput,
  response: transportSettings,
  call: async ({ services }, { body }, context) =>
    (
      await services.fiscalCfdi.putTransportSettings(
        { settingsJson: JSON.stringify(body) },
        context,
      )
    ).body,
});
