import { defineEntity, p, type InferEntity } from '@mikro-orm/postgresql';
import { onlyRow, type Transaction } from '@timbre/kit';

/**
 * A fence. The number of a fence identifies the balance that accounts reported to commerce; an
 * action of commerce may still rely on that balance.
 */
export const Fence = defineEntity({
  name: 'Fence',
  tableName: 'fences',
  properties: {
    organizationId: p.uuid().name('org_id').primary(),
    /** The subject of the fence: the reference of an expense or the identifier of a contact. */
    subject: p.text().primary(),
    number: p.integer(),
    openedAt: p.datetime(),
    /** The request that opened the fence. */
    request: p.text().primary(),
  },
});

export type Fence = Pick<InferEntity<typeof Fence>, 'subject' | 'number'>;

/** A fence is deleted after this time, because the request that opened it has ended by then. */
const forgottenAfter = '1 day';

/**
 * Opens a fence for a request. If the request is repeated, the fence of the request is renewed. Old
 * fences that were never closed are deleted.
 * @returns the number of the fence; later fences have higher numbers
 */
export async function openFence(
  tx: Transaction,
  subject: string,
  request: string,
): Promise<number> {
  const fence = onlyRow(
    await tx.rows<{ number: number }>(
      `with forgotten as (
       delete from fences where org_id = $1 and opened_at < now() - interval '${forgottenAfter}'
         and (subject, request) <> ($2, $3))
     insert into fences (org_id, subject, request) values ($1, $2, $3)
     on conflict (org_id, subject, request) do update set number = default, opened_at = now()
     returning number`,
      [tx.organizationId, subject, request],
    ),
  );
  return fence.number;
}

/**
 * Returns SQL that selects the newest open fence for each subject.
 * @param subjects the SQL parameter that contains the subjects, such as `$2`
 */
export const openFencesSql = (subjects: string): string =>
  `select subject, max(number) as number from fences
   where org_id = $1 and subject = any(${subjects}::text[]) group by subject order by subject`;

/**
 * Deletes these fences and older fences of the same subjects, after commerce has ended the actions
 * that rely on them.
 */
export async function closeFences(tx: Transaction, fences: readonly Fence[]): Promise<void> {
  await tx.rows(
    `delete from fences f using unnest($2::text[], $3::int[]) x (subject, number)
     where f.org_id = $1 and f.subject = x.subject and f.number <= x.number`,
    [tx.organizationId, fences.map(({ subject }) => subject), fences.map(({ number }) => number)],
  );
}
