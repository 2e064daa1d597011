import type { SealedDocument } from '../stamping/document';
import { pacRefusal, type PacRefusal } from '../stamping/refusal';
import { testTaxpayer } from './test-registry';

/**
 * Compares a CFDI with the SAT's register of taxpayers: CFDI40139 the issuer's name, 40145, 40148 and
 * 40159 the receiver's name, postal code and regime. A taxpayer who is not one of the SAT's test
 * taxpayers counts as registered with the document's data.
 */
export function registerRefusal(document: SealedDocument): PacRefusal | undefined {
  if (document.family !== 'cfdi') return undefined;
  const issuer = testTaxpayer(document.issuerRfc);
  if (issuer && issuer.nombre !== document.issuerName) return pacRefusal('CFDI40139');
  const receiver = testTaxpayer(document.receiverRfc);
  if (!receiver) return undefined;
  if (receiver.nombre !== document.receiverName) return pacRefusal('CFDI40145');
  if (receiver.codigoPostal !== document.receiverPostalCode) return pacRefusal('CFDI40148');
  if (receiver.regimenes && !receiver.regimenes.includes(document.receiverRegime))
    return pacRefusal('CFDI40159');
  return undefined;
}
