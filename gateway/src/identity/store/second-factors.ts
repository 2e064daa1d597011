import { defineEntity, p, type InferEntity } from '@mikro-orm/postgresql';
import { byName, type Transaction, type WrappedSecret, type WrappedSecrets } from '@timbre/kit';
import type { Pool } from 'pg';

/** A user's second factor (TOTP) with its encrypted secret. */
export const SecondFactor = defineEntity({
  name: 'SecondFactor',
  tableName: 'second_factors',
  properties: {
    userId: p.uuid().primary(),
    id: p.uuid(),
    keyId: p.text(),
    wrappedKey: p.blob().$type<Buffer>(),
    ciphertext: p.blob().$type<Buffer>(),
    /**
     * The newest time step whose code was accepted. Codes of this or an earlier time step are
     * rejected.
     */
    lastStep: p.bigint('number'),
    /** The number of wrong codes since the last valid code. */
    failures: p.integer(),
    /** The time until which all TOTP codes are rejected, after too many wrong codes. */
    lockedUntil: p.datetime().nullable(),
    createdAt: p.datetime(),
    /**
     * The time at which the first valid code was entered; until then, the second factor is
     * inactive.
     */
    confirmedAt: p.datetime().nullable(),
    /** The time at which an unconfirmed second factor expires. */
    expiresAt: p.datetime().nullable(),
  },
});

/** The digest of an unused recovery code. */
export const RecoveryCode = defineEntity({
  name: 'RecoveryCode',
  tableName: 'recovery_codes',
  properties: {
    userId: p.uuid().primary(),
    digest: p.blob().primary(),
  },
});

/** The encrypted secret of a second factor. */
export type SealedFactor = Pick<
  InferEntity<typeof SecondFactor>,
  'userId' | 'id' | 'keyId' | 'wrappedKey' | 'ciphertext'
>;

/** The number of minutes within which a new second factor must be confirmed. */
const confirmMinutes = 30;
/** The number of wrong codes after which all TOTP codes are rejected for some time. */
const failuresMax = 5;
/**
 * The first waiting time in minutes. Each further wait takes twice as long; the wait doubles at
 * most six times.
 */
const lockMinutes = 15;
const doublingsMax = 6;

const sealed = `user_id as "userId", id, key_id as "keyId", wrapped_key as "wrappedKey", ciphertext`;

/** A user's second factor as shown to that user. */
export interface ConfirmedFactor {
  confirmedAt: Date;
  /** The number of unused recovery codes. */
  codesLeft: number;
}

export async function confirmedFactor(
  systemPool: Pool,
  userId: string,
): Promise<ConfirmedFactor | undefined> {
  const { rows } = await systemPool.query<ConfirmedFactor>(
    `select confirmed_at as "confirmedAt",
       (select count(*)::int from recovery_codes c where c.user_id = f.user_id) as "codesLeft"
     from second_factors f where user_id = $1 and confirmed_at is not null`,
    [userId],
  );
  return rows[0];
}

/** Stores a user's new secret, except if the user has a confirmed second factor. */
export async function storeUnconfirmed(
  systemPool: Pool,
  { userId, id, keyId, wrappedKey, ciphertext }: SealedFactor,
): Promise<void> {
  await systemPool.query(
    `insert into second_factors
       (user_id, id, key_id, wrapped_key, ciphertext, created_at, expires_at)
     values ($1, $2, $3, $4, $5, now(), now() + interval '${confirmMinutes} minutes')
     on conflict (user_id) do update set id = excluded.id, key_id = excluded.key_id,
       wrapped_key = excluded.wrapped_key, ciphertext = excluded.ciphertext, failures = 0,
       created_at = excluded.created_at, expires_at = excluded.expires_at
     where second_factors.confirmed_at is null`,
    [userId, id, keyId, wrappedKey, ciphertext],
  );
}

export async function unconfirmedFactor(
  systemPool: Pool,
  { userId, id }: Pick<SealedFactor, 'userId' | 'id'>,
): Promise<SealedFactor | undefined> {
  const { rows } = await systemPool.query<SealedFactor>(
    `select ${sealed} from second_factors where user_id = $1 and id = $2 and expires_at > now()`,
    [userId, id],
  );
  return rows[0];
}

/** The data that confirms a second factor with its first code. */
interface Confirmation {
  userId: string;
  id: string;
  /** The time step of the code. */
  step: number;
  /** The digests of the recovery codes. */
  digests: Buffer[];
  /** The digest of the session that stays logged in; all other sessions of the user end. */
  sessionDigest: Buffer | null;
}

/**
 * Activates a second factor and stores its recovery codes. The sessions that began without the
 * second factor end.
 * @returns whether this call has confirmed the second factor
 */
export async function confirmFactor(
  systemPool: Pool,
  { userId, id, step, digests, sessionDigest }: Confirmation,
): Promise<boolean> {
  const { rowCount } = await systemPool.query(
    ...byName(
      `with confirmed as (update second_factors
         set confirmed_at = now(), expires_at = null, last_step = :step, failures = 0
         where user_id = :userId and id = :id and confirmed_at is null and expires_at > now()
         returning user_id),
       added as (insert into recovery_codes (user_id, digest)
         select user_id, unnest(:digests::bytea[]) from confirmed),
       ended as (delete from oauth_records where model = 'Session'
         and user_id in (select user_id from confirmed)
         and uid_digest is distinct from :sessionDigest::bytea)
       select 1 from confirmed`,
      { userId, id, step, digests, sessionDigest },
    ),
  );
  return Boolean(rowCount);
}

/**
 * Counts a TOTP code before it is compared, so that the limit also applies to concurrent attempts.
 * @returns undefined while all codes are rejected, or if the user has no confirmed second factor
 */
export async function countFactorAttempt(
  systemPool: Pool,
  userId: string,
): Promise<SealedFactor | undefined> {
  const { rows } = await systemPool.query<SealedFactor>(
    `update second_factors set failures = failures + 1,
       locked_until = case when (failures + 1) % ${failuresMax} = 0 then now()
         + interval '${lockMinutes} minutes'
         * power(2, least((failures + 1) / ${failuresMax} - 1, ${doublingsMax})) end
     where user_id = $1 and confirmed_at is not null
       and (locked_until is null or locked_until <= now())
     returning ${sealed}`,
    [userId],
  );
  return rows[0];
}

/**
 * Accepts the code of a time step. If several requests send the code of the same time step
 * concurrently, only one request succeeds.
 * @returns whether this request succeeded
 */
export async function useStep(
  systemPool: Pool,
  { userId, id }: Pick<SealedFactor, 'userId' | 'id'>,
  step: number,
): Promise<boolean> {
  const { rowCount } = await systemPool.query(
    `update second_factors set last_step = $3, failures = 0, locked_until = null
     where user_id = $1 and id = $2 and last_step < $3`,
    [userId, id, step],
  );
  return Boolean(rowCount);
}

/**
 * Marks a recovery code as used, which makes it invalid.
 * @returns whether the code was valid and unused
 */
export async function useRecoveryCode(
  systemPool: Pool,
  userId: string,
  digest: Buffer,
): Promise<boolean> {
  const { rowCount } = await systemPool.query(
    `with used as (delete from recovery_codes where user_id = $1 and digest = $2 returning user_id),
       unlocked as (update second_factors set failures = 0, locked_until = null
         where user_id in (select user_id from used))
     select 1 from used`,
    [userId, digest],
  );
  return Boolean(rowCount);
}

/** Replaces the recovery codes of a user. */
export async function replaceRecoveryCodes(
  systemPool: Pool,
  userId: string,
  digests: Buffer[],
): Promise<void> {
  await systemPool.query(
    `with old as (delete from recovery_codes where user_id = $1)
     insert into recovery_codes (user_id, digest)
       select user_id, unnest($2::bytea[]) from second_factors
       where user_id = $1 and confirmed_at is not null`,
    [userId, digests],
  );
}

/**
 * Removes the second factor of a user.
 * @param endsSessions states whether the sessions of the user end too
 * @returns whether the user had a second factor
 */
export async function endFactor(
  tx: Transaction,
  userId: string,
  endsSessions: boolean,
): Promise<boolean> {
  const [row] = await tx.rows<{ ended: boolean }>('select end_second_factor($1, $2) as ended', [
    userId,
    endsSessions,
  ]);
  return row?.ended ?? false;
}

/** A member whose second factor an owner wants to remove. */
export interface OwnedMember {
  userId: string;
  /** Whether the person is also a member of an organization that this owner does not own. */
  isElsewhere: boolean;
}

/** Returns the member with a mail address in an organization of this owner. */
export async function memberOfOwner(
  systemPool: Pool,
  ownerId: string,
  email: string,
): Promise<OwnedMember | undefined> {
  const { rows } = await systemPool.query<OwnedMember>(
    `select u.id as "userId", bool_or(o.id is null) as "isElsewhere"
     from users u join members m on m.user_id = u.id and m.joined_at is not null
       left join members o on o.org_id = m.org_id and o.user_id = $1 and o.role = 'owner'
         and o.joined_at is not null
     where u.email = lower($2) and u.id <> $1
     group by u.id having bool_or(o.id is not null)`,
    [ownerId, email],
  );
  return rows[0];
}

type StoredKey = Omit<WrappedSecret, 'version'>;

/**
 * Describes the secrets of second factors for the rotation of encryption keys. Each secret belongs
 * to a user instead of an organization.
 */
export const secretsOfUsers: WrappedSecrets = {
  async withOtherKey(systemPool, activeKeyId) {
    const { rows } = await systemPool.query<StoredKey>(
      `select user_id as "organizationId", id as "secretId", key_id as "keyId",
         wrapped_key as "wrappedKey" from second_factors where key_id <> $1
       order by user_id limit 100`,
      [activeKeyId],
    );
    return rows.map((row) => ({ ...row, version: factorVersion }));
  },
  async storeKey(systemPool, { organizationId: userId, secretId, keyId }, wrapped) {
    const { rowCount } = await systemPool.query(
      `update second_factors set key_id = $1, wrapped_key = $2
       where user_id = $3 and id = $4 and key_id = $5`,
      [wrapped.keyId, wrapped.wrappedKey, userId, secretId, keyId],
    );
    return rowCount ?? 0;
  },
};

/**
 * The version number of every encrypted secret; it is constant, because a new secret gets a new
 * row.
 */
export const factorVersion = 1;
