import { defineEntity, p, type InferEntity } from '@mikro-orm/postgresql';
import type { Transaction } from '@timbre/kit';
import type { LetterKind } from '../domain/letter-words';

/** A mail to one person. Its words are written when it is sent, in `letters/words.ts`. */
export const Letter = defineEntity({
  name: 'Letter',
  tableName: 'letters',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid().name('org_id').primary(),
    version: p.integer().version(),
    kind: p.text().$type<LetterKind>(),
    recipient: p.text(),
    facts: p.json<Record<string, string>>(),
    state: p.text().$type<'due' | 'queued' | 'refused'>(),
    nextAttemptAt: p.datetime().nullable(),
    attempts: p.integer(),
    lastErrorCode: p.text().nullable(),
    createdAt: p.datetime(),
  },
});

export type Letter = InferEntity<typeof Letter>;

/** Writes a letter; a job hands it to the mailer. @param facts what its words need, never a secret */
export function writeLetter(
  tx: Transaction,
  kind: LetterKind,
  recipient: string,
  facts: Record<string, string>,
): void {
  tx.add(Letter, {
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

/** Writes the same letter to each owner and administrator. */
export async function writeToAdministrators(
  tx: Transaction,
  kind: LetterKind,
  facts: Record<string, string>,
): Promise<void> {
  const rows = await tx.rows<{ email: string }>(
    `select email from members
     where org_id = $1 and joined_at is not null and role in ('owner', 'administrator')
     order by id limit ${administratorsMax}`,
    [tx.organizationId],
  );
  for (const { email } of rows) writeLetter(tx, kind, email, facts);
}

/** More people need not know at once. */
const administratorsMax = 20;
