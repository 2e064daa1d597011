import { memoizeSql, type Transaction } from '@timbre/kit';
import { column, type DocumentFacts, type FactShape } from '../domain/fact-shape';

/**
 * Replaces what is known of a document, unless as much or more is known. Cancellations, corrections
 * and changes of date are all the same operation, so that neither order nor repetition of events matters.
 * @param isForced replaces facts of the same version too: when facts are rebuilt
 * @returns whether any sum changes
 */
export async function applyFacts<Shape extends FactShape>(
  tx: Transaction,
  shape: Shape,
  { ref, version, lines }: DocumentFacts<Shape>,
  toldAt: Date,
  isForced = false,
): Promise<boolean> {
  const claim = isForced ? claimAgain : claimNewer;
  // Locks the document: the next statement sees what an event before this one has written.
  const claimed = await tx.rows(claim(shape), [tx.organizationId, ref, version, toldAt]);
  if (claimed.length === 0) return false;
  const records = JSON.stringify(lines.map((line) => recordOf(line)));
  const changes = await tx.rows(replace(shape), [tx.organizationId, ref, records]);
  return changes.length > 0;
}

const recordOf = (line: object) =>
  Object.fromEntries(Object.entries(line).map(([name, value]) => [column(name), value as unknown]));

const claimIf =
  (comparison: string) =>
  ({ name }: FactShape): string =>
    `with known as (insert into organizations (org_id) values ($1) on conflict do nothing)
     insert into ${name}_documents as d (org_id, ref, version, told_at) values ($1, $2, $3, $4)
     on conflict (org_id, ref) do update set version = excluded.version,
       told_at = greatest(d.told_at, excluded.told_at)
     where d.version ${comparison} excluded.version returning ref`;

const claimNewer = memoizeSql(claimIf('<'));
const claimAgain = memoizeSql(claimIf('<='));

const replace = memoizeSql((shape: FactShape) => {
  const { name } = shape;
  const dimensions = [...shape.filters, ...shape.groups].map(column);
  const measures = shape.measures.map(column);
  const columns = ['day', ...dimensions, ...measures].join(', ');
  const types = [
    ...dimensions.map((one) => `${one} text`),
    ...measures.map((one) => `${one} numeric`),
  ];
  return `with gone as (delete from ${name}_facts where org_id = $1 and ref = $2 returning *),
    given as (select * from jsonb_to_recordset($3::jsonb) x (day date, ${types.join(', ')})),
    kept as (insert into ${name}_facts (org_id, ref, ${columns})
      select $1::uuid, $2, ${columns} from given)
    insert into ${name}_deltas (org_id, ${columns})
    select $1::uuid, day, ${dimensions.join(', ')}, ${measures.map((one) => `sum(${one})`).join(', ')}
    from (select ${columns} from given
      union all select day, ${dimensions.join(', ')}, ${measures.map((one) => `-${one}`).join(', ')}
        from gone) changed
    group by day, ${dimensions.join(', ')}
    having ${measures.map((one) => `sum(${one}) <> 0`).join(' or ')} returning 1`;
});
