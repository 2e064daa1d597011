import { createHash } from 'node:crypto';

/** The number of recovery codes that a member gets. */
export const recoveryCodesCount = 10;

/** The digits of Crockford's base 32, which has no letters that look like digits. */
const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const bytesOfCode = 10;
const codeLength = 16;

/**
 * Writes recovery codes of 80 bits, which nobody can find by trying digests.
 * @param entropy ten bytes for each code
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

/** A code as a member enters it for the second factor. */
export type EnteredCode = { totp: string } | { recovery: string };

/**
 * Reads an entered code: six digits of the application, or a recovery code in any spelling.
 * @returns undefined for any other text
 */
export function readEnteredCode(text: string): EnteredCode | undefined {
  const code = text.toUpperCase().replace(/[\s-]/g, '');
  if (/^\d{6}$/.test(code)) return { totp: code };
  const plain = code.replaceAll('O', '0').replace(/[IL]/g, '1');
  const isRecovery = plain.length === codeLength && [...plain].every((one) => digits.includes(one));
  return isRecovery ? { recovery: plain } : undefined;
}

/** Returns the digest that is stored instead of a recovery code, in any spelling of the code. */
export const recoveryDigest = (code: string): Buffer =>
  createHash('sha256').update(code.replaceAll('-', '')).digest();
