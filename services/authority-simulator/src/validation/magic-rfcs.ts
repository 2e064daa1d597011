import { hasRfcCheckDigit, Rfc, sandboxPersonStem } from '@timbre/fiscal';

/**
 * Returns the magic RFCs of a scenario, which have a valid check digit and belong to no taxpayer.
 * @param number is the published number of the scenario
 */
export function magicRfcs(number: number): [company: string, person: string] {
  const digits = digitsOf(number);
  return [checked(`TIM010101${digits}`), checked(`${sandboxPersonStem}${digits}`)];
}

/** Returns the number of a scenario with two digits. */
export function digitsOf(number: number): string {
  return String(number).padStart(2, '0');
}

function checked(stem: string): string {
  const candidates = [...'0123456789A'].map((digit) => `${stem}${digit}`);
  const rfc = candidates.find((text) => {
    const parsed = Rfc.parse(text);
    return parsed !== undefined && hasRfcCheckDigit(parsed);
  });
  if (!rfc) throw new Error(`no check digit fits ${stem}`);
  return rfc;
}

/** The published number of the scenario `receiver_unknown`. */
const receiverUnknown = 35;

const unregistered = new Set(magicRfcs(receiverUnknown));

/**
 * Returns whether the SAT's list of registered taxpayers (l_RFC) contains this RFC. Only the RFCs of the
 * scenario `receiver_unknown` are missing from the list.
 */
export const isRegistered = (rfc: string): boolean => !unregistered.has(rfc);
