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

/** The number of bytes of a secret, as RFC 4226 recommends. */
const secretBytes = 20;
/** RFC 6238 with the values that every application supports. */
const kind = { issuer: 'Timbre', algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** The clock of a device may be one time step behind or ahead. */
const window = 1;

/** A second factor that is not confirmed yet, as the member enters it into an application. */
interface PendingFactor {
  /** The `otpauth:` address, which the QR code contains. */
  uri: string;
  /** The secret in base 32, for a member who cannot read the QR code. */
  secret: string;
}

/** The first code of a new second factor. */
interface FirstCode {
  /** The identifier of the secret. */
  id: string;
  code: string;
  /** The session that goes on. */
  sessionUid?: string | undefined;
}

export type FactorFault = 'second_factor_wrong' | 'second_factor_used' | 'second_factor_locked';

/** The second factors of users: codes of an application (RFC 6238), and recovery codes. */
export interface SecondFactors {
  /** The second factor of a user; undefined if the user has none, or has not confirmed it. */
  of(userId: string): Promise<ConfirmedFactor | undefined>;
  /**
   * Makes a new secret for a user without a second factor. It counts once it is confirmed, and
   * replaces a secret that another browser has asked for.
   * @returns the identifier of the secret, which only the browser that asked for it may use
   */
  begin(userId: string): Promise<string>;
  pending(userId: string, id: string): Promise<PendingFactor | undefined>;
  /**
   * Confirms a new secret with a first code. The other sessions of the user end, and the console
   * asks the user to log in again.
   * @returns the recovery codes, which can never be read again; undefined for a wrong code
   */
  confirm(change: FactorChange, first: FirstCode): Promise<string[] | undefined>;
  /**
   * Checks a code of the application or a recovery code, and uses it. After five wrong codes of the
   * application none is compared for a while. Nobody can guess a recovery code, so these are not
   * counted.
   * @returns the reason why the code was not accepted; undefined for an accepted code
   */
  check(userId: string, code: string): Promise<FactorFault | undefined>;
  /** Replaces the recovery codes, and tells the member by mail. The caller has checked a code. */
  renewCodes(change: FactorChange): Promise<string[]>;
  /**
   * Ends the second factor of a member who has entered a right code.
   * @returns whether the user had one
   */
  end(change: FactorChange): Promise<boolean>;
}

export interface SecondFactorParts extends ChangeParts {
  systemPool: Pool;
  secrets: SecretBox;
  /** The present time in milliseconds. */
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

/** Returns the time step of a code; undefined if no step around the present has this code. */
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

/** The owner to which the secret of a second factor is bound: a user, not an organization. */
const ownerOf = ({ userId, id }: Pick<SealedFactor, 'userId' | 'id'>) => ({
  organizationId: userId,
  secretId: id,
  version: factorVersion,
});
