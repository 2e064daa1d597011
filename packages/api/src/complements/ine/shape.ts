import { z } from 'zod';

const processes = ['Ordinario', 'Precampaña', 'Campaña'] as const;
const committees = ['Ejecutivo Nacional', 'Ejecutivo Estatal', 'Directivo Estatal'] as const;

/**
 * The codes of t_ClaveEntidad: the states (DIF is Mexico City), and the nation with its five
 * constituencies.
 */
const states = [
  'AGU', 'BCN', 'BCS', 'CAM', 'CHP', 'CHH', 'COA', 'COL', 'CR1', 'CR2', 'CR3', 'CR4', 'CR5', 'DIF', 'DUR', 'GUA', 'GRO',
  'HID', 'JAL', 'MEX', 'MIC', 'MOR', 'NAC', 'NAY', 'NLE', 'OAX', 'PUE', 'QUE', 'ROO', 'SLP', 'SIN', 'SON', 'TAB', 'TAM',
  'TLA', 'VER', 'YUC', 'ZAC',
] as const; // prettier-ignore

/** ine11.xsd allows 76 elements Entidad, but sets no limit for the elements Contabilidad. */
const entitiesMax = 76;
const accountsMax = 100;
const accountingIdMax = 999_999;

const accountingId = z
  .int()
  .min(1)
  .max(accountingIdMax)
  .meta({ description: 'Key of the accounting at the INE (`IdContabilidad`).' });

const entity = z.strictObject({
  state: z.enum(states).meta({ description: '`ClaveEntidad`; Mexico City is DIF.' }),
  scope: z.enum(['Local', 'Federal']).optional().meta({ description: '`Ambito`.' }),
  accounts: z
    .array(z.strictObject({ accountingId }))
    .min(1)
    .max(accountsMax)
    .optional()
    .meta({ description: '`Contabilidad`.' }),
});

export const input = z
  .strictObject({
    process: z.enum(processes).meta({ description: '`TipoProceso`.' }),
    committee: z.enum(committees).optional().meta({ description: '`TipoComite`.' }),
    accountingId: accountingId.optional(),
    entities: z
      .array(entity)
      .min(1)
      .max(entitiesMax)
      .optional()
      .meta({ description: 'States concerned (`Entidad`).' }),
  })
  .meta({ id: 'IneInput', description: 'Sale to a party or a candidate (`INE` 1.1).' });

export const shown = z.strictObject({
  process: z.string(),
  committee: z.string().optional(),
  accountingId: z.number().optional(),
  entities: z
    .array(
      z.strictObject({
        state: z.string(),
        scope: z.string().optional(),
        accounts: z.array(z.strictObject({ accountingId: z.number() })).optional(),
      }),
    )
    .optional(),
});
