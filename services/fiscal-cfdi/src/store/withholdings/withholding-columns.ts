import { fold } from '@timbre/fiscal';
import type { Profile } from '../../domain/set-up/fiscal-profile';
import {
  receiverName,
  retencionesOf,
  type WithholdingInput,
} from '../../domain/withholdings/withholding';
import { withholdingFacts } from '../../domain/withholdings/withholding-facts';

/**
 * Returns the values of the database columns for a draft without issues.
 * @param today is the current date at the place of issue
 */
export function withholdingColumns(input: WithholdingInput, profile: Profile, today: string) {
  const { withholdingCode, period, receiver } = input;
  const name = receiverName(receiver);
  const rfc = receiver.kind === 'national' ? (receiver.rfc ?? null) : null;
  return {
    input,
    withholdingCode,
    periodYear: period.year,
    counterpartyRfc: rfc,
    counterpartyName: name,
    counterpartyText: fold(`${name} ${rfc ?? ''}`.trim()),
    ...withholdingFacts(retencionesOf(input, profile, { fecha: `${today}T12:00:00` })),
    placeOfIssue: profile.postalCode,
    datedOn: today,
  };
}
