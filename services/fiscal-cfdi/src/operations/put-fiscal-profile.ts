import { isDeepStrictEqual } from 'node:util';
import { rfcWarnings } from '@timbre/api';
import type { fiscalCfdi } from '@timbre/contract';
import { command, conflict, invalid, replyWith, type Transaction } from '@timbre/kit';
import {
  readProfile,
  type ProfileInput,
  type StoredProfile,
} from '../domain/set-up/fiscal-profile';
import {
  FiscalProfile,
  fiscalProfileChanged,
  fiscalProfileResource,
} from '../store/set-up/fiscal-profiles';
import { Certificate } from '../store/set-up/certificates';
import { giveSeries } from '../store/set-up/series';
import { lockSetUp } from '../store/set-up/set-up-lock';

export const putFiscalProfile = command(async (tx, request: fiscalCfdi.PutFiscalProfileRequest) => {
  const { profile, issues } = readProfile(request, tx.businessNow);
  if (!profile) throw invalid(issues);
  await lockSetUp(tx);
  // The series are created even if the profile is unchanged, because a profile that was stored earlier may
  // have no series.
  await giveSeries(tx);
  const current = await tx.findBy(FiscalProfile, {});
  if (current && isSameProfile(current, profile)) {
    return replyWith(fiscalProfileResource, current.id, rfcWarnings(profile.rfc));
  }
  if (current && current.rfc !== profile.rfc) await refuseForeignCertificates(tx, current.rfc);
  const id = current ? change(current, profile, tx.now) : add(tx, profile);
  const version = (current?.version ?? 0) + 1;
  const { timeZone: _, ...named } = profile;
  const iepsTaxpayer = profile.iepsTaxpayer || undefined;
  const announced = { ...named, iepsTaxpayer, address: profile.address ?? undefined };
  tx.emit(fiscalProfileChanged(tx.organizationId, { version, ...announced }));
  return replyWith(fiscalProfileResource, id, rfcWarnings(profile.rfc));
});

function change(current: FiscalProfile, profile: StoredProfile, now: Date): string {
  Object.assign(current, profile, { updatedAt: now });
  return current.id;
}

const add = (tx: Transaction, profile: StoredProfile): string =>
  tx.add(FiscalProfile, { ...profile, version: 1, updatedAt: tx.now });

/**
 * Refuses to change the RFC while certificates of the old RFC are active. Documents of the new RFC must
 * never be sealed with keys of the old RFC.
 * - certificates_of_present_rfc: active certificates belong to the present RFC; delete them (DELETE
 *   /v1/fiscal/certificates/{certificateId}) before you change the RFC
 */
async function refuseForeignCertificates(tx: Transaction, oldRfc: string): Promise<void> {
  if (!(await tx.findBy(Certificate, { rfc: oldRfc, active: true }))) return;
  throw conflict(
    'Active certificates belong to the current RFC; delete each with DELETE /v1/fiscal/certificates/{certificateId} before you change it.',
    'certificates_of_present_rfc',
  );
}

function isSameProfile(one: ProfileInput, other: ProfileInput): boolean {
  const fields = ['rfc', 'legalName', 'taxSystem', 'postalCode', 'iepsTaxpayer'] as const;
  const isSame = fields.every((field) => one[field] === other[field]);
  return isSame && isDeepStrictEqual(one.address, other.address);
}
