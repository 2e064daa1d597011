import type { Confirmations } from '../store/confirmations';
import { sealHash, type SealedDocument } from './document';
import { pacRefusal, type PacRefusal } from './refusal';

/**
 * Matches the confirmation keys that the simulated PACs accept from every issuer. A real PAC issues each
 * key to one issuer on request.
 */
const given = /^TIM[0-9A-Za-z]{2}$/;

/**
 * Returns the refusal of a confirmation key, which is CFDI40128 if no PAC has issued the key, and CFDI40129
 * if another document of the issuer has used the key.
 */
export function confirmationRefusal(
  { issuerRfc, confirmation, seal }: SealedDocument,
  confirmations: Confirmations,
): PacRefusal | undefined {
  if (!confirmation) return undefined;
  if (!given.test(confirmation)) return pacRefusal('CFDI40128', confirmation);
  const user = confirmations.user(issuerRfc, confirmation) ?? sealHash(seal);
  return user === sealHash(seal) ? undefined : pacRefusal('CFDI40129', confirmation);
}
