import { defineEntity, p, type InferEntity } from '@mikro-orm/postgresql';
import type { payrollEmployer } from '@timbre/api';
import {
  type Answer,
  columnsOf,
  instant,
  json,
  object,
  type Reader,
  type RowOf,
  resource,
  type Transaction,
} from '@timbre/kit';
import { decimalSettings, type StoredSettings } from '../domain/employer-record';
import type { MinimumWageZone } from '../domain/rules/dated-rule';

/** The registration of an employer with a social security institution; decimals are plain text. */
export interface StoredRegistration {
  registration: string;
  /** The risk premium as a percentage of the contribution base (LSS art. 73). */
  riskPremium?: string | undefined;
}

/**
 * The organization's data as an employer. An organization has at most one employer record. The RFC of the
 * employer is read from fiscal-cfdi and is not stored here.
 */
export const EmployerRecord = defineEntity({
  name: 'EmployerRecord',
  tableName: 'employers',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid().name('org_id').primary(),
    version: p.integer().version(),
    /** The registrations of the employer; the first is the default for a payment. */
    registrations: p.json<StoredRegistration[]>(),
    curp: p.text().nullable(),
    stateCode: p.text().nullable(),
    minimumWageZone: p.text().$type<MinimumWageZone>().nullable(),
    settings: p.json<StoredSettings>(),
    updatedAt: p.datetime(),
  },
});

export type EmployerRecord = InferEntity<typeof EmployerRecord>;

const columns = columnsOf(EmployerRecord, 'id', 'version', 'updatedAt');

export type StoredEmployer = Pick<EmployerRecord, keyof RowOf<typeof columns>>;

/** Reads the employer settings of the organization. */
export async function storedEmployer(read: Reader): Promise<StoredEmployer | undefined> {
  const [stored] = await read.rows<StoredEmployer>(
    `select ${columns} from employers where org_id = :org`,
  );
  return stored;
}

/**
 * SQL that selects the settings in the form of the API: decimals are stored as exact text and returned as
 * numbers.
 */
export const shownSettings = (column: string) =>
  `${column} || jsonb_strip_nulls(jsonb_build_object(
    ${decimalSettings.map((key) => `'${key}', (${column}->>'${key}')::numeric`).join(',\n    ')}))`;

type Shape = Answer<typeof payrollEmployer>;
type Registration = Shape['registrations'][number];

const registration = object<Registration>({
  registration: `i.item->'registration'`,
  riskPremium: json(`(i.item->>'riskPremium')::numeric`),
});

export const employerResource = resource<Shape>('payroll employer', 'employers', {
  registrations: json(`coalesce((select json_agg(${registration} order by i.position)
    from jsonb_array_elements(r.registrations) with ordinality i (item, position)), '[]')`),
  curp: 'r.curp',
  stateCode: 'r.state_code',
  minimumWageZone: 'r.minimum_wage_zone',
  settings: json(shownSettings('r.settings')),
  updatedAt: instant('r.updated_at'),
});

const employers = 740_217;

/**
 * Locks the employer settings of the organization until the commit. The lock of the employer
 * settings is an advisory lock, because the database row may not exist yet.
 */
export async function lockEmployer(tx: Transaction): Promise<void> {
  await tx.rows('select pg_advisory_xact_lock($1, hashtext($2))', [employers, tx.organizationId]);
}
