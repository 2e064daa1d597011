import { hasRfcCheckDigit, Rfc, type Issue } from '@timbre/fiscal';
import { say } from './texts/text';

/**
 * Warns of an RFC that is probably mistyped. A wrong check digit is not an error, because some real RFCs
 * have a wrong check digit.
 *
 * - rfc_check_digit: the last character of the RFC is not its check digit; check the RFC for a typing error
 */
export function rfcWarnings(
  given: string | null | undefined,
  path: Issue['path'] = ['rfc'],
): Issue[] {
  const rfc = Rfc.parse(given ?? '');
  if (!rfc || rfc.isGeneric() || hasRfcCheckDigit(rfc)) return [];
  return [{ path, code: 'rfc_check_digit', ...say('rfc_check_digit', { rfc: rfc.toString() }) }];
}
