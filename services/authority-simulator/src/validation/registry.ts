import type { SealedDocument } from '../stamping/document';
import { pacRefusal, type PacRefusal } from '../stamping/refusal';
import { testTaxpayer } from './test-registry';

/**
 * Names and postal code against the register of taxpayers (the PAC's LRFC). Codes:
 * CFDI40139 the issuer's name is another · CFDI40145 the receiver's name is another ·
 * CFDI40148 the receiver's postal code is another.
 */
export function registryRefusal(document: SealedDocument): PacRefusal | undefined {
  if (document.family !== 'cfdi') return undefined;
  const issuer = testTaxpayer(document.issuerRfc);
  if (issuer && issuer.name !== document.issuerName)
    return pacRefusal('CFDI40139', `Nombre: ${document.issuerName}`);
  const receiver = testTaxpayer(document.receiverRfc);
  if (receiver && receiver.name !== document.receiverName)
    return pacRefusal('CFDI40145', `Nombre: ${document.receiverName}`);
  if (receiver && receiver.postalCode !== document.receiverPostalCode)
    return pacRefusal('CFDI40148', `DomicilioFiscalReceptor: ${document.receiverPostalCode}`);
  return undefined;
}
