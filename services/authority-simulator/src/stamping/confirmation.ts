import type { Confirmations } from '../store/confirmations';
import { sealHash, type SealedDocument } from './document';
import { pacRefusal, type PacRefusal } from './refusal';

/**
 * The keys of confirmation that every issuer has at the simulated PACs. A real PAC gives an issuer one key when the
 * issuer asks for it.
 */
const given = /^TIM[0-9A-Za-z]{2}$/;

/** CFDI40128: a key that no PAC has given; 40129: a key that another document of the issuer has used. */
export function confirmationRefusal(
  { issuerRfc, confirmation, seal }: SealedDocument,
  confirmations: Confirmations,
): PacRefusal | undefined {
  if (!confirmation) return undefined;
  if (!given.test(confirmation)) return pacRefusal('CFDI40128', confirmation);
  const user = confirmations.user(issuerRfc, confirmation) ?? sealHash(seal);
  return user === sealHash(seal) ? undefined : pacRefusal('CFDI40129', confirmation);
}
