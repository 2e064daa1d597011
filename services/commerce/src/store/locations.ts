import { defineEntity, p, type InferEntity } from '@mikro-orm/postgresql';
import type { location } from '@timbre/api';
import { fold } from '@timbre/fiscal';
import { instant, json, resource, type Answer, type List } from '@timbre/kit';
import type { commerce } from '@timbre/contract';

/** A branch; `version` counts its changes and is part of its events. */
export const Location = defineEntity({
  name: 'Location',
  tableName: 'locations',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid().name('org_id').primary(),
    version: p.integer().version(),
    name: p.text(),
    postalCode: p.text(),
    isDefault: p.boolean(),
    active: p.boolean(),
    code: p.text().nullable(),
    address: p.json<commerce.Address>().nullable(),
    phone: p.text().nullable(),
    receiptSeries: p.text().nullable(),
    searchText: p.text(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
});

export type Location = InferEntity<typeof Location>;

export const locationResource = resource<Answer<typeof location>>('location', 'locations', {
  locationId: 'r.id',
  name: 'r.name',
  postalCode: 'r.postal_code',
  isDefault: 'r.is_default',
  active: 'r.active',
  code: 'r.code',
  address: json('r.address'),
  phone: 'r.phone',
  receiptSeries: 'r.receipt_series',
  updatedAt: instant('r.updated_at'),
});

export const locationList: List = {
  name: 'locations',
  resource: locationResource,
  searchColumn: 'r.search_text',
  dateColumn: `(r.created_at at time zone 'UTC')::date`,
};

type Searched = { [Name in 'name' | 'code' | 'postalCode']?: string | null | undefined };

/** The text that `query` searches. */
export function locationSearchText({ name, code, postalCode }: Searched): string {
  return fold([name, code, postalCode].filter(Boolean).join(' '));
}
