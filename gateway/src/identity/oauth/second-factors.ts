import { randomBytes, randomUUID } from 'node:crypto';
import type { SecretBox } from '@timbre/kit';
import { Secret, TOTP } from 'otpauth';
import type { Pool } from 'pg';
import {
  entropyOfRecoveryCodes,
  readEnteredCode,
  recoveryCodesOf,
  recoveryDigest,
} from '../domain/recovery-codes';
import {
  confirmedFactor,
  confirmFactor,
  countFactorAttempt,
  factorVersion,
  replaceRecoveryCodes,
  storeUnconfirmed,
  unconfirmedFactor,
  useRecoveryCode,
  useStep,
  type ConfirmedFactor,
  type SealedFactor,
} from '../store/second-factors';
import {
  endSecondFactor,
  recordFactorChange,
  type ChangeParts,
  type FactorChange,
} from '../workflows/change-second-factor';
import { digestOf } from './secrets';

/** The number of bytes in a secret, as RFC 4226 recommends. */
const secretBytes = 20;
/** TOTP parameters of RFC 6238 that every authenticator application supports. */
const kind = { issuer: 'Timbre', algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** The clock of a device may be off by one time step. */
const window = 1;

/**
 * A second factor that the member has not confirmed yet, with the data to enter in an authenticator
 * application.
 */
interface PendingFactor {
  /** The `otpauth:` URI that the QR code contains. */
  uri: string;
  /** The secret in base 32, for a member who cannot scan the QR code. */
  secret: string;
}

/** The first code of a new second factor, which confirms it. */
interface FirstCode {
  /** The identifier of the secret. */
  id: string;
  code: string;
  /** The session that stays logged in. */
  sessionUid?: string | undefined;
}

export type FactorFault = 'second_factor_wrong' | 'second_factor_used' | 'second_factor_locked';

/** Manages the second factors of users, which are TOTP codes (RFC 6238) and recovery codes. */
export interface SecondFactors {
  /** Returns the user's confirmed second factor; undefined if the user has none. */
  of(userId: string): Promise<ConfirmedFactor | undefined>;
  /**
   * Creates a new secret for a user without a second factor. The second factor becomes active when
   * it is confirmed, and the new secret replaces a secret that another browser requested.
   * @returns the identifier of the secret, which only the browser that requested the secret may use
   */
  begin(userId: string): Promise<string>;
  pending(userId: string, id: string): Promise<PendingFactor | undefined>;
  /**
   * Confirms a new secret with its first code. The user's other sessions end, and the console makes
   * the user log in again.
   * @returns the recovery codes, which cannot be shown again later; undefined for a wrong code
   */
  confirm(change: FactorChange, first: FirstCode): Promise<string[] | undefined>;
  /**
   * Verifies a TOTP code or a recovery code, and marks it as used. After five wrong TOTP codes, all
   * TOTP codes are rejected for some time. Wrong recovery codes are not counted, because a recovery
   * code cannot be guessed.
   * @returns the reason for which the code was rejected; undefined for an accepted code
   */
  check(userId: string, code: string): Promise<FactorFault | undefined>;
  /**
   * Replaces the recovery codes, and notifies the member by mail. The caller must have verified a
   * code.
   */
  renewCodes(change: FactorChange): Promise<string[]>;
  /**
   * Removes the second factor of a member who has entered a valid code.
   * @returns whether the user had a second factor
   */
  end(change: FactorChange): Promise<boolean>;
}

export interface SecondFactorParts extends ChangeParts {
  systemPool: Pool;
  secrets: SecretBox;
  /** Returns the current time in milliseconds. */
  now: () => number;
}

export function createSecondFactors(parts: SecondFactorParts): SecondFactors {
  const { systemPool, users, secrets } = parts;
  return {
    of: (userId) => confirmedFactor(systemPool, userId),
    async begin(userId) {
      const owner = { userId, id: randomUUID() };
      const sealed = await secrets.seal(ownerOf(owner), randomBytes(secretBytes));
      await storeUnconfirmed(systemPool, { ...sealed, ...owner });
      return owner.id;
    },
    async pending(userId, id) {
      const factor = await unconfirmedFactor(systemPool, { userId, id });
      if (!factor) return undefined;
      const [secret, label] = await Promise.all([opened(secrets, factor), users.emailOf(userId)]);
      return { uri: new TOTP({ ...kind, label, secret }).toString(), secret: secret.base32 };
    },
    async confirm(change, { id, code, sessionUid }) {
      const { userId } = change;
      const factor = await unconfirmedFactor(systemPool, { userId, id });
      const entered = readEnteredCode(code);
      if (!factor || !entered || !('totp' in entered)) return undefined;
      const step = await stepOf(parts, factor, entered.totp);
      if (step === undefined) return undefined;
      const codes = newCodes();
      const digests = codes.map(recoveryDigest);
      const sessionDigest = sessionUid === undefined ? null : digestOf(sessionUid);
      const confirmation = { userId, id, step, digests, sessionDigest };
      await users.endConsole(userId);
      if (!(await confirmFactor(systemPool, confirmation))) return undefined;
      await recordFactorChange(parts, change, { action: 'enabled', mail: 'second_factor_enabled' });
      return codes;
    },
    async check(userId, code) {
      const entered = readEnteredCode(code);
      if (!entered) return 'second_factor_wrong';
      if ('recovery' in entered) {
        const digest = recoveryDigest(entered.recovery);
        const isUsed = await useRecoveryCode(systemPool, userId, digest);
        return isUsed ? undefined : 'second_factor_wrong';
      }
      const factor = await countFactorAttempt(systemPool, userId);
      if (!factor) return 'second_factor_locked';
      const step = await stepOf(parts, factor, entered.totp);
      if (step === undefined) return 'second_factor_wrong';
      return (await useStep(systemPool, factor, step)) ? undefined : 'second_factor_used';
    },
    async renewCodes(change) {
      const codes = newCodes();
      await replaceRecoveryCodes(systemPool, change.userId, codes.map(recoveryDigest));
      const mail = 'second_factor_codes_renewed';
      await recordFactorChange(parts, change, { action: 'codes_renewed', mail });
      return codes;
    },
    end: (change) => endSecondFactor(parts, change, 'member'),
  };
}

async function opened(secrets: SecretBox, factor: SealedFactor): Promise<Secret> {
  const bytes = await secrets.open({ ...ownerOf(factor), ...factor });
  return new Secret({ buffer: Uint8Array.from(bytes).buffer });
}

/**
 * Returns the time step of a code; undefined if no time step near the current time has this code.
 */
async function stepOf(
  { secrets, now }: SecondFactorParts,
  factor: SealedFactor,
  token: string,
): Promise<number | undefined> {
  const totp = new TOTP({ ...kind, secret: await opened(secrets, factor) });
  const timestamp = now();
  const delta = totp.validate({ token, timestamp, window });
  return delta === null ? undefined : totp.counter({ timestamp }) + delta;
}

const newCodes = (): string[] => recoveryCodesOf(randomBytes(entropyOfRecoveryCodes));

/**
 * The owner to which the encryption of a second factor's secret is bound: a user instead of an
 * organization.
 */
const ownerOf = ({ userId, id }: Pick<SealedFactor, 'userId' | 'id'>) => ({
  organizationId: userId,
  secretId: id,
  version: factorVersion,
});
