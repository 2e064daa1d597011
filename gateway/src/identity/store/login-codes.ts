import { defineEntity, p, type InferEntity } from '@mikro-orm/postgresql';
import { newId, onlyRow } from '@timbre/kit';
import type { Pool } from 'pg';

/** A login (interaction) that waits for the person to enter a code. */
export const LoginCode = defineEntity({
  name: 'LoginCode',
  tableName: 'login_codes',
  properties: {
    interactionDigest: p.blob().primary(),
    id: p.uuid(),
    email: p.text(),
    /** The network of the client that requested the code. */
    network: p.text().name('address'),
    attempts: p.integer(),
    createdAt: p.datetime(),
    expiresAt: p.datetime(),
  },
});

export type LoginCode = InferEntity<typeof LoginCode>;

/** The newest code that was mailed to a mail address. */
export const LoginMail = defineEntity({
  name: 'LoginMail',
  tableName: 'login_mails',
  properties: {
    email: p.text().primary(),
    codeId: p.uuid(),
    expiresAt: p.datetime(),
  },
});

/** The number of minutes for which a code is valid. */
const validMinutes = 10;
/**
 * The maximum number of attempts for a code. Further attempts are rejected without comparing the
 * code.
 */
const attemptsMax = 5;

/** A code that was mailed to a mail address. */
export type MailedCode = Pick<LoginCode, 'id' | 'expiresAt'>;

/** Creates a code for a mail address and invalidates the address's earlier code. */
export async function newCode(systemPool: Pool, email: string): Promise<MailedCode> {
  const { rows } = await systemPool.query<MailedCode>(
    `insert into login_mails (email, code_id, expires_at)
     values ($1, $2, now() + interval '${validMinutes} minutes')
     on conflict (email) do update set code_id = excluded.code_id, expires_at = excluded.expires_at
     returning code_id as id, expires_at as "expiresAt"`,
    [email, newId()],
  );
  return onlyRow(rows);
}

/** Returns the code of the newest mail to a mail address. */
export async function newestCode(systemPool: Pool, email: string): Promise<MailedCode | undefined> {
  const { rows } = await systemPool.query<MailedCode>(
    `select code_id as id, expires_at as "expiresAt" from login_mails
     where email = $1 and expires_at > now()`,
    [email],
  );
  return rows[0];
}

/** A login (interaction) that waits for the person to enter a code. */
export type WaitingInteraction = Pick<
  LoginCode,
  'interactionDigest' | 'id' | 'email' | 'network' | 'expiresAt'
>;

/** Stores the code that is valid for an interaction; it replaces the interaction's earlier code. */
export async function waitForCode(
  systemPool: Pool,
  { interactionDigest, id, email, network, expiresAt }: WaitingInteraction,
): Promise<void> {
  await systemPool.query(
    `insert into login_codes
       (interaction_digest, id, email, address, attempts, created_at, expires_at)
     values ($1, $2, $3, $4, 0, now(), $5)
     on conflict (interaction_digest) do update set id = excluded.id, email = excluded.email,
       address = excluded.address, attempts = 0, created_at = now(), expires_at = excluded.expires_at`,
    [interactionDigest, id, email, network, expiresAt],
  );
}

/** Returns the mail address to which the code of an interaction was sent. */
export async function waitingAddress(
  systemPool: Pool,
  interactionDigest: Buffer,
): Promise<string | undefined> {
  const { rows } = await systemPool.query<{ email: string }>(
    'select email from login_codes where interaction_digest = $1 and expires_at > now()',
    [interactionDigest],
  );
  return rows[0]?.email;
}

export async function forgetInteraction(
  systemPool: Pool,
  interactionDigest: Buffer,
): Promise<void> {
  const sql = 'delete from login_codes where interaction_digest = $1';
  await systemPool.query(sql, [interactionDigest]);
}

/**
 * Counts an attempt before its code is compared, so that the limit also applies to concurrent
 * attempts.
 */
export async function countAttempt(
  systemPool: Pool,
  interactionDigest: Buffer,
): Promise<{ id: string; email: string } | undefined> {
  const { rows } = await systemPool.query<{ id: string; email: string }>(
    `update login_codes set attempts = attempts + 1
     where interaction_digest = $1 and expires_at > now() and attempts < ${attemptsMax}
     returning id, email`,
    [interactionDigest],
  );
  return rows[0];
}

/**
 * Marks a code as used, which makes it invalid. If several requests send the right code
 * concurrently, even for different interactions, only one request succeeds.
 * @returns whether this request succeeded
 */
export async function useCode(systemPool: Pool, id: string): Promise<boolean> {
  const { rowCount } = await systemPool.query(
    `with done as (delete from login_codes where id = $1 returning email),
       voided as (update login_mails set code_id = $2
         where code_id = $1 and email in (select email from done))
     select 1 from done`,
    [id, newId()],
  );
  return Boolean(rowCount);
}

/** A valid code in the form in which the operator command lists it. */
export interface OpenCodeRow {
  id: string;
  requestedAt: string;
  expiresAt: string;
  requestedFrom: string;
}

/** Returns the valid login codes of a mail address, newest first. */
export async function codesOf(systemPool: Pool, email: string): Promise<OpenCodeRow[]> {
  const { rows } = await systemPool.query<OpenCodeRow>(
    `select id, instant(created_at) as "requestedAt", instant(expires_at) as "expiresAt",
       address as "requestedFrom"
     from login_codes where email = lower($1) and expires_at > now() and attempts < ${attemptsMax}
     order by created_at desc limit 10`,
    [email],
  );
  return rows;
}
