import { defineEntity, p, type InferEntity } from '@mikro-orm/postgresql';
import { onlyRow, type Transaction } from '@timbre/kit';
import type { MailKind } from '../domain/mail-words';

/**
 * A mail that is addressed to one person. The text is written in `domain/mail-words.ts` when the
 * mail is sent.
 */
export const Mail = defineEntity({
  name: 'Mail',
  tableName: 'letters',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid().name('org_id').primary(),
    version: p.integer().version(),
    kind: p.text().$type<MailKind>(),
    recipient: p.text(),
    facts: p.json<Record<string, string>>(),
    state: p.text().$type<'due' | 'queued' | 'refused'>(),
    nextAttemptAt: p.datetime().nullable(),
    attempts: p.integer(),
    lastErrorCode: p.text().nullable(),
    createdAt: p.datetime(),
  },
});

export type Mail = InferEntity<typeof Mail>;

/**
 * Stores a mail. After the commit, a job sends the mail to the mailer.
 * @param facts are the data for the text of the mail, which must not contain a secret
 */
export function writeMail(
  tx: Transaction,
  kind: MailKind,
  recipient: string,
  facts: Record<string, string>,
): void {
  tx.add(Mail, {
    version: 1,
    kind,
    recipient,
    facts,
    state: 'due',
    nextAttemptAt: tx.now,
    attempts: 0,
    createdAt: tx.now,
  });
}

/** Stores the same mail for each owner and administrator. */
export async function writeToAdministrators(
  tx: Transaction,
  kind: MailKind,
  facts: Record<string, string>,
): Promise<void> {
  const rows = await tx.rows<{ email: string }>(
    `select email from members
     where org_id = $1 and joined_at is not null and role in ('owner', 'administrator')
     order by id limit ${administratorsMax}`,
    [tx.organizationId],
  );
  for (const { email } of rows) writeMail(tx, kind, email, facts);
}

/** The maximum number of administrators who receive a mail. */
const administratorsMax = 20;

/** Returns the number of invitations that the organization has sent since a given time. */
export async function countInvitations(tx: Transaction, since: Date): Promise<number> {
  const row = onlyRow(
    await tx.rows<{ count: number }>(
      `select count(*)::int as count from letters
     where org_id = $1 and kind = 'invitation' and created_at > $2`,
      [tx.organizationId, since],
    ),
  );
  return row.count;
}

/** SQL that selects the mails that are due to be sent to the mailer. */
export const dueMails = `select org_id, id from letters
  where state = 'due' and next_attempt_at <= $1 order by next_attempt_at`;
