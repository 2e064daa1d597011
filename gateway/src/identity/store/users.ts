import { defineEntity, p } from '@mikro-orm/postgresql';
import { onlyRow, type Transaction } from '@timbre/kit';
import type { Pool } from 'pg';
import { consoleClientId } from '../domain/console-client';
import type { Membership } from '../domain/membership';

/** A person who is a member of organizations. */
export const User = defineEntity({
  name: 'User',
  tableName: 'users',
  properties: {
    id: p.uuid().primary(),
    email: p.text(),
    createdAt: p.datetime(),
  },
});

/** The identifier (subject) of a user at another token issuer. */
export const UserIdentity = defineEntity({
  name: 'UserIdentity',
  tableName: 'user_identities',
  properties: {
    issuer: p.text().primary(),
    subject: p.text().primary(),
    userId: p.uuid(),
    createdAt: p.datetime(),
  },
});

export interface Users {
  /** Returns the user with this mail address, if the user is a member of any organization. */
  byEmail(email: string): Promise<string | undefined>;
  emailOf(userId: string): Promise<string | undefined>;
  /** Returns the user's memberships, oldest first; at most a hundred. */
  membershipsOf(userId: string): Promise<Membership[]>;
  /**
   * Returns the user who has a subject at another issuer. The first login finds the user by a mail
   * address that the issuer has verified. The first login does not find a user with a second
   * factor, because somebody who reads the person's mail could otherwise log in without the second
   * factor. Later logins use only the subject, even if the mail address has changed.
   */
  bySubject(
    issuer: string,
    subject: string,
    verifiedEmail: string | undefined,
  ): Promise<string | undefined>;
  /** Records the subject of a user, for an issuer that sends no mail address. */
  link(issuer: string, subject: string, userId: string): Promise<void>;
  /**
   * Ends the tokens that the console has for a user. Records that the user created in the console
   * are kept; disconnecting the console would revoke these records.
   */
  endConsole(userId: string): Promise<void>;
}

const memberships = `select o.id as "organizationId", o.name, m.id as "memberId", m.role,
    o.demands_second_factor as "demandsSecondFactor"
  from members m join organizations o on o.org_id = m.org_id and o.deleted_at is null
  where m.user_id = $1 and m.joined_at is not null order by m.joined_at, m.id limit 100`;

const known = `select u.id from users u where u.email = lower($1)
  and exists (select from members m where m.user_id = u.id and m.joined_at is not null)`;

const linkable = `${known} and not exists
  (select from second_factors f where f.user_id = u.id and f.confirmed_at is not null)`;

const named = 'select user_id as id from user_identities where issuer = $1 and subject = $2';

const linked = `insert into user_identities (issuer, subject, user_id) values ($1, $2, $3)
  on conflict (issuer, subject) do nothing`;

const consoleEnded = `delete from oauth_records where grant_id in (
  select a.id from members m
    join connected_applications a on a.org_id = m.org_id and a.user_id = m.user_id
  where m.user_id = $1 and a.client_id = '${consoleClientId}')`;

/**
 * Creates the repository of users across all organizations. The repository uses the system role,
 * because no user is logged in yet.
 */
export function createUsers(systemPool: Pool): Users {
  const one = async (sql: string, values: string[]): Promise<string | undefined> =>
    (await systemPool.query<{ id: string }>(sql, values)).rows[0]?.id;
  return {
    byEmail: (email) => one(known, [email]),
    emailOf: (userId) => one('select email as id from users where id = $1', [userId]),
    async membershipsOf(userId) {
      return (await systemPool.query<Membership>(memberships, [userId])).rows;
    },
    async bySubject(issuer, subject, verifiedEmail) {
      const found = await one(named, [issuer, subject]);
      if (found !== undefined || verifiedEmail === undefined) return found;
      const userId = await one(linkable, [verifiedEmail]);
      if (userId === undefined) return undefined;
      await systemPool.query(linked, [issuer, subject, userId]);
      // The user is read again, because a concurrent request may have linked the subject first.
      return one(named, [issuer, subject]);
    },
    async link(issuer, subject, userId) {
      const sql = `${linked.replace('do nothing', 'do update set user_id = excluded.user_id')}`;
      await systemPool.query(sql, [issuer, subject, userId]);
    },
    async endConsole(userId) {
      await systemPool.query(consoleEnded, [userId]);
    },
  };
}

/**
 * Returns the user with a mail address. If no user exists, the user is created, which happens when
 * the first invitation of the address is accepted.
 */
export async function userOfAddress(tx: Transaction, email: string): Promise<string> {
  await tx.rows(
    'insert into users (id, email, created_at) values ($1, $2, $3) on conflict (email) do nothing',
    [tx.newId(), email, tx.now],
  );
  const user = onlyRow(
    await tx.rows<{ id: string }>('select id from users where email = $1', [email]),
  );
  return user.id;
}
