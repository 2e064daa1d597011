import { defineEntity, p, type InferEntity } from '@mikro-orm/postgresql';
import type { TransportSettings as Settings, transportSettings } from '@timbre/api';
import { instant, json, resource, type Answer, type Reader, type Transaction } from '@timbre/kit';
import { nothingSaved, type SavedCodes } from '../../domain/complements/saved-transport';

/**
 * The saved vehicles, persons and routes of an organization. Each organization with settings has one row in
 * this table.
 */
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

/** Returns the transport settings in the form of the response; undefined if there are no settings. */
export async function shownTransportSettings(read: Reader): Promise<string | undefined> {
  const { json: shown, table } = transportSettingsResource;
  const [row] = await read.rows<{ json: string }>(
    `select ${shown}::text as json from ${table} r where r.org_id = :org`,
  );
  return row?.json;
}

/** Returns the SQL for the settings' entries with the given codes. A null code selects no entry. */
const named = (org: string) =>
  `select jsonb_path_query_array(vehicles, '$[*] ? (@.code == $vehicle)', codes) as vehicles,
     jsonb_path_query_array(figures, '$[*] ? (@.code == $figures[*])', codes) as figures,
     jsonb_path_query_array(routes, '$[*] ? (@.code == $route)', codes) as routes
   from transport_settings,
     jsonb_build_object('vehicle', $2::text, 'figures', $3::text[], 'route', $4::text) codes
   where org_id = ${org}`;

const valuesOf = ({ vehicle, figures, route }: SavedCodes) => [vehicle, figures, route];

/** Reads the entries of the transport settings with these codes, inside a transaction. */
export async function savedIn(tx: Transaction, codes: SavedCodes): Promise<Settings> {
  const values = [tx.organizationId, ...valuesOf(codes)];
  const [row] = await tx.rows<Settings>(named('$1'), values);
  return row ?? nothingSaved;
}

/** Like `savedIn`, but outside a transaction. */
export async function readSaved(read: Reader, codes: SavedCodes): Promise<Settings> {
  const [row] = await read.rows<Settings>(named(':org'), valuesOf(codes));
  return row ?? nothingSaved;
}
