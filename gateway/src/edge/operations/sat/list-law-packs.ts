import { lawPack } from '@timbre/api';
import { operation } from '../operation';

export const listLawPacks = operation({
  id: 'listLawPacks',
  area: 'sat',
  method: 'GET',
  path: '/v1/sat/law-packs',
  summary: { en: 'List the law packs in use', es: 'Listar los paquetes de ley en uso' },
  description: {
    en: 'The rule and catalogue packs of this installation, with the legal figures that expire and their last days.',
    es: 'Los paquetes de reglas y catálogos que aplica esta instalación, con las cifras que terminan y su último día.',
  },
  permissions: ['sat:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  response: lawPack,
  isList: true,
  call: async ({ services }, _, context) =>
    (await services.fiscalCfdi.listLawPacks({}, context)).body,
});
