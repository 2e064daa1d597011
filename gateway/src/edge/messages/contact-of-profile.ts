import { contactInput, issuesOf, type taxProfile } from '@timbre/api';
import { localDateIn } from '@timbre/fiscal';
import { invalid, type Issue } from '@timbre/kit';
import type { z } from 'zod';

export type TaxProfile = Pick<
  z.output<typeof taxProfile>,
  'rfc' | 'legalName' | 'email' | 'address' | 'taxRegimes'
>;

/** Returns the codes of the taxpayer's current tax regimes, without duplicates. */
export function regimesInForce({ taxRegimes }: Pick<TaxProfile, 'taxRegimes'>): string[] {
  const today = localDateIn(Date.now(), 'America/Mexico_City');
  const inForce = taxRegimes.filter(({ endDate }) => endDate === undefined || endDate >= today);
  return [...new Set(inForce.flatMap(({ code }) => code ?? []))];
}

/**
 * Returns the data of a new contact, taken from a tax profile. Values in the request take
 * precedence.
 * @throws Refusal validation_error
 *
 * - tax_system_ambiguous: the taxpayer has several tax regimes; the request must name one of them
 * - tax_system_not_registered: the taxpayer does not have the tax regime that the request names
 * - the validation issues of a contact
 */
export function contactOfProfile(
  { taxSystem, ...given }: { kind: 'customer' | 'supplier'; taxSystem?: string | undefined },
  profile: TaxProfile,
): z.output<typeof contactInput> {
  const regimes = regimesInForce(profile);
  const own = taxSystem ?? (regimes.length === 1 ? regimes[0] : undefined);
  const refused = (code: string, message: string): Issue => ({
    path: ['taxSystem'],
    code,
    message,
  });
  if (own === undefined && regimes.length > 1) {
    const message = `The taxpayer has several regimes; name one of ${regimes.join(', ')}.`;
    throw invalid([refused('tax_system_ambiguous', message)]);
  }
  if (taxSystem !== undefined && !regimes.includes(taxSystem)) {
    const message = `The taxpayer does not have this regime, but ${regimes.join(', ') || 'none'}.`;
    throw invalid([refused('tax_system_not_registered', message)]);
  }
  const { rfc, legalName, email, address } = profile;
  const contact = Object.fromEntries(
    Object.entries({
      rfc,
      legalName,
      email,
      taxSystem: own,
      address: address && { ...address, country: 'MEX' },
      ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
    }).filter(([, value]) => value !== undefined),
  );
  const { data, error } = contactInput.safeParse(contact);
  if (error) throw invalid(issuesOf(contactInput, error, contact));
  return data;
}
