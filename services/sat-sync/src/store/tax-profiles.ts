import { defineEntity, p, type InferEntity } from '@mikro-orm/postgresql';
import type { taxProfile } from '@timbre/api';
import { type Answer, instant, json, type Reader, resource, type Transaction } from '@timbre/kit';
import type { TaxProfile as Profile } from '../domain/taxpayers/tax-profile';
import { lockFacts } from './lock-facts';
import { taxProfileChanged } from './sat-events';

export type ProfileSource = 'file' | 'qr' | 'fiel';

/** The latest tax profile of a taxpayer that the organization has read. */
export const TaxProfile = defineEntity({
  name: 'TaxProfile',
  tableName: 'tax_profiles',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid().name('org_id').primary(),
    version: p.integer().version(),
    rfc: p.text(),
    profile: p.json<Profile>(),
    source: p.string().$type<ProfileSource>(),
    extractedAt: p.datetime(),
  },
});

type TaxProfile = InferEntity<typeof TaxProfile>;

type Shape = Answer<typeof taxProfile>;
const member = (name: string): string => `r.profile->>'${name}'`;

export const taxProfileResource = resource<Shape>('tax profile', 'tax_profiles', {
  rfc: 'r.rfc',
  personKind: member('personKind'),
  legalName: member('legalName'),
  idCif: member('idCif'),
  curp: member('curp'),
  capitalRegime: member('capitalRegime'),
  tradeName: member('tradeName'),
  registryStatus: member('registryStatus'),
  startedOperationsOn: member('startedOperationsOn'),
  statusChangedOn: member('statusChangedOn'),
  email: member('email'),
  issuedOn: member('issuedOn'),
  address: json(`r.profile->'address'`),
  taxRegimes: json(`r.profile->'taxRegimes'`),
  economicActivities: json(`r.profile->'economicActivities'`),
  obligations: json(`r.profile->'obligations'`),
  source: 'r.source',
  extractedAt: instant('r.extracted_at'),
});

/**
 * Replaces the stored tax profile of the RFC. The page behind a QR code shows no activities and
 * obligations, so the activities and obligations from a stored Constancia are not removed.
 * @returns the identifier of the stored profile
 */
export async function keepProfile(
  tx: Transaction,
  read: Profile,
  source: ProfileSource,
): Promise<string> {
  const { rfc } = read;
  await lockFacts(tx, rfc);
  const known = await tx.findBy(TaxProfile, { rfc });
  const { economicActivities, obligations } = known && source === 'qr' ? known.profile : read;
  const profile = { ...read, economicActivities, obligations };
  const values = { profile, source, extractedAt: tx.now };
  if (!known) {
    const id = tx.newId();
    tx.emit(taxProfileChanged({ id, version: 1, rfc, profile }));
    return tx.add(TaxProfile, { id, version: 1, rfc, ...values });
  }
  Object.assign(known, values);
  tx.emit(() => taxProfileChanged(known));
  return known.id;
}

/** The maximum number of stored profiles; one profile is stored for each checked taxpayer. */
const profilesMax = 10_000;

export async function allTaxProfiles(read: Reader): Promise<TaxProfile[]> {
  const ids = await read.rows<{ id: string }>(
    `select r.id from tax_profiles r where r.org_id = :org order by r.id limit ${profilesMax}`,
  );
  return read.find(
    TaxProfile,
    ids.map(({ id }) => id),
  );
}

/** Returns the identifier of a taxpayer's stored profile, or undefined if none is stored. */
export async function profileIdOf(read: Reader, rfc: string): Promise<string | undefined> {
  const [row] = await read.rows<{ id: string }>(
    `select r.id from tax_profiles r where r.org_id = :org and r.rfc = $2`,
    [rfc],
  );
  return row?.id;
}
