import { defineEntity, p, type InferEntity } from '@mikro-orm/postgresql';
import { type fiscalProfile, publicForm } from '@timbre/api';
import { fiscalCfdi } from '@timbre/contract';
import { type Answer, type DomainEvent, instant, json, resource } from '@timbre/kit';

/** The fiscal profile of an organization. The events of the profile contain its `version`. */
export const FiscalProfile = defineEntity({
  name: 'FiscalProfile',
  tableName: 'fiscal_profiles',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid().name('org_id').primary(),
    version: p.integer().version(),
    rfc: p.text(),
    legalName: p.text(),
    taxSystem: p.text(),
    postalCode: p.text(),
    timeZone: p.text(),
    iepsTaxpayer: p.boolean(),
    address: p.json<fiscalCfdi.Address>().nullable(),
    updatedAt: p.datetime(),
  },
});

export type FiscalProfile = InferEntity<typeof FiscalProfile>;

export const fiscalProfileResource = resource<Answer<typeof fiscalProfile>>(
  'fiscal profile',
  'fiscal_profiles',
  {
    rfc: 'r.rfc',
    legalName: 'r.legal_name',
    taxSystem: 'r.tax_system',
    postalCode: 'r.postal_code',
    timeZone: 'r.time_zone',
    iepsTaxpayer: 'nullif(r.ieps_taxpayer, false)',
    address: json('r.address'),
    person: `case length(r.rfc) when 12 then 'moral' else 'fisica' end`,
    updatedAt: instant('r.updated_at'),
  },
);

/** Builds the event fiscal_cfdi.fiscal_profile.changed with the current state of the profile. */
export const fiscalProfileChanged = (
  organizationId: string,
  profile: fiscalCfdi.FiscalProfile,
): DomainEvent => ({
  subject: 'fiscal_cfdi.fiscal_profile.changed',
  aggregate: 'fiscal_profile',
  aggregateId: organizationId,
  aggregateVersion: profile.version,
  payload: fiscalCfdi.FiscalProfile.encode(profile).finish(),
});

export const publicProfile = publicForm('fiscal_cfdi.fiscal_profile', fiscalCfdi.FiscalProfile, {
  type: () => 'fiscal_profile.changed',
  data: (profile) => profile,
});
