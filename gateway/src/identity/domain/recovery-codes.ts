import { createHash } from 'node:crypto';

/** The number of recovery codes that a member gets. */
export const recoveryCodesCount = 10;

/** The digits of Crockford's base 32, which omits letters that look like digits. */
const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const bytesOfCode = 10;
const codeLength = 16;

/**
 * Formats recovery codes of 80 random bits, which is too many for a search through the digests.
 * @param entropy contains ten random bytes for each code
 */
export function recoveryCodesOf(entropy: Buffer): string[] {
  return Array.from({ length: entropy.length / bytesOfCode }, (_, index) => {
    const bytes = entropy.subarray(index * bytesOfCode, (index + 1) * bytesOfCode);
    const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
    const code = (bits.match(/.{5}/g) ?? []).map((part) => digits.charAt(parseInt(part, 2)));
    return (code.join('').match(/.{4}/g) ?? []).join('-');
  });
}

export const entropyOfRecoveryCodes = recoveryCodesCount * bytesOfCode;

/** A code that a member entered as second factor. */
export type EnteredCode = { totp: string } | { recovery: string };

/**
 * Parses an entered code: six digits from the authenticator application, or a recovery code in any
 * case and grouping, also with O for 0 and with I or L for 1.
 * @returns undefined for any other text
 */
export function readEnteredCode(text: string): EnteredCode | undefined {
  const code = text.toUpperCase().replace(/[\s-]/g, '');
  if (/^\d{6}$/.test(code)) return { totp: code };
  const plain = code.replaceAll('O', '0').replace(/[IL]/g, '1');
  const isRecovery = plain.length === codeLength && [...plain].every((one) => digits.includes(one));
  return isRecovery ? { recovery: plain } : undefined;
}

/** Returns the digest that is stored in place of a recovery code; hyphens do not change the digest. */
export const recoveryDigest = (code: string): Buffer =>
  createHash('sha256').update(code.replaceAll('-', '')).digest();
