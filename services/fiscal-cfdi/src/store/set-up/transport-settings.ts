import { defineEntity, p, type InferEntity } from '@mikro-orm/postgresql';
import type { TransportSettings as Settings, transportSettings } from '@timbre/api';
import { instant, json, resource, type Answer, type Reader, type Transaction } from '@timbre/kit';

/** The saved vehicles, persons and routes of an organization with settings; one row in this table. */
export const TransportSettings = defineEntity({
  name: 'TransportSettings',
  tableName: 'transport_settings',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid().name('org_id').primary(),
    version: p.integer().version(),
    vehicles: p.json<Settings['vehicles']>(),
    figures: p.json<Settings['figures']>(),
    routes: p.json<Settings['routes']>(),
    updatedAt: p.datetime(),
  },
});

export type TransportSettings = InferEntity<typeof TransportSettings>;

export const transportSettingsResource = resource<Answer<typeof transportSettings>>(
  'transport settings',
  'transport_settings',
  {
    vehicles: json('r.vehicles'),
    figures: json('r.figures'),
    routes: json('r.routes'),
    updatedAt: instant('r.updated_at'),
  },
);

/** The settings in the form of an answer; undefined without settings. */
export async function shownTransportSettings(read: Reader): Promise<string | undefined> {
  const { json: shown, table } = transportSettingsResource;
  const [row] = await read.rows<{ json: string }>(
    `select ${shown}::text as json from ${table} r where r.org_id = :org`,
  );
  return row?.json;
}

const selected = (org: string) =>
  `select vehicles, figures, routes from transport_settings where org_id = ${org}`;

const none: Settings = { vehicles: [], figures: [], routes: [] };

/** The settings for the drafts of a transaction; empty lists without settings. */
export async function transportSettingsIn(tx: Transaction): Promise<Settings> {
  const [row] = await tx.rows<Settings>(selected('$1'), [tx.organizationId]);
  return row ?? none;
}

/** Runs `transportSettingsIn` for queries. */
export async function readTransportSettings(read: Reader): Promise<Settings> {
  const [row] = await read.rows<Settings>(selected(':org'));
  return row ?? none;
}
