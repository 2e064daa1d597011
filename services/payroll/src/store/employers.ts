import { defineEntity, p, type InferEntity } from '@mikro-orm/postgresql';
import type { MinimumWageZone } from '../domain/rules/dated-rule';
import type { StoredSettings } from '../domain/employer-record';

/** The organization's latest data as an employer. Its RFC comes from fiscal-cfdi. */
export const EmployerRecord = defineEntity({
  name: 'EmployerRecord',
  tableName: 'employers',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid().name('org_id').primary(),
    version: p.integer().version(),
    registration: p.text().nullable(),
    curp: p.text().nullable(),
    stateCode: p.text().nullable(),
    minimumWageZone: p.text().$type<MinimumWageZone>().nullable(),
    settings: p.json<StoredSettings>(),
    updatedAt: p.datetime(),
  },
});

export type EmployerRecord = InferEntity<typeof EmployerRecord>;
