import { memoizeSql, newestOf, onlyRow, type Transaction } from '@timbre/kit';
import { valueAt, lastIn } from '@timbre/fiscal';
import { column, type DocumentFacts, type FactShape } from '../domain/fact-shape';

/** The facts of a document, with the time of the event that reported them. */
interface AnnouncedFacts<Shape extends FactShape = FactShape> extends DocumentFacts<Shape> {
  announcedAt: Date;
}

/**
 * Replaces the stored facts of documents, except if the stored facts have the same or a newer
 * version. Cancellations, corrections and changes of date all replace the facts, so the order and
 * repetition of events do not matter.
 * @param announced the documents, possibly in several versions; only the newest version is used
 * @param isForced true for a rebuild, which also replaces facts of the same version
 * @returns the number of documents whose facts changed a sum
 */
export async function applyFacts<Shape extends FactShape>(
  tx: Transaction,
  shape: Shape,
  announced: readonly AnnouncedFacts<Shape>[],
  isForced = false,
): Promise<number> {
  const newest = newestOf(announced, ({ ref }) => ref);
  if (newest.size === 0) return 0;
  const claim = isForced ? claimAgain : claimNewer;
  // The first SQL statement locks the documents, so that the next statement reads the facts that
  // earlier events have written.
  const claimed = await tx.rows<{ ref: string }>(claim(shape), [
    tx.organizationId,
    JSON.stringify([...newest.values()].map(({ lines: _, ...known }) => known)),
  ]);
  if (claimed.length === 0) return 0;
  let changed = 0;
  for (const documents of inParts(claimed.map(({ ref }) => valueAt(newest, ref)))) {
    const lines = documents.flatMap(({ ref, lines: own }) => own.map((line) => ({ ref, ...line })));
    const row = onlyRow(
      await tx.rows<{ count: number }>(replace(shape), [
        tx.organizationId,
        documents.map(({ ref }) => ref),
        JSON.stringify(lines.map((line) => recordOf(line))),
      ]),
    );
    changed += row.count;
  }
  return changed;
}

/**
 * The maximum number of lines that one statement replaces, except if a single document has more lines.
 * The SQL statement must end before PostgreSQL's time limit of a few seconds.
 */
const linesMax = 5_000;

function inParts<Facts extends DocumentFacts>(documents: readonly Facts[]): Facts[][] {
  const parts: Facts[][] = [];
  let count = Infinity;
  for (const facts of documents) {
    count += facts.lines.length;
    if (count <= linesMax) lastIn(parts).push(facts);
    else {
      parts.push([facts]);
      count = facts.lines.length;
    }
  }
  return parts;
}

const recordOf = (line: object) =>
  Object.fromEntries(Object.entries(line).map(([name, value]) => [column(name), value as unknown]));

/** SQL that locks documents in sorted order, so that two processes cannot deadlock. */
const claimIf =
  (comparison: string) =>
  ({ name }: FactShape): string =>
    `with known as (insert into organizations (org_id) values ($1) on conflict do nothing)
     insert into ${name}_documents as d (org_id, ref, version, told_at)
     select $1, x.ref, x.version, x."announcedAt"
     from jsonb_to_recordset($2::jsonb) x (ref text, version int, "announcedAt" timestamptz) order by x.ref
     on conflict (org_id, ref) do update set version = excluded.version,
       told_at = greatest(d.told_at, excluded.told_at)
     where d.version ${comparison} excluded.version returning ref`;

const claimNewer = memoizeSql(claimIf('<'));
const claimAgain = memoizeSql(claimIf('<='));

const replace = memoizeSql((shape: FactShape) => {
  const { name } = shape;
  const dimensions = [...shape.filters, ...shape.groups].map(column);
  const measures = shape.measures.map(column);
  const keys = ['day', ...dimensions].join(', ');
  const columns = [keys, ...measures].join(', ');
  const types = [
    ...dimensions.map((one) => `${one} text`),
    ...measures.map((one) => `${one} numeric`),
  ];
  const sums = measures.map((one) => `sum(${one}) as ${one}`).join(', ');
  const isAny = measures.map((one) => `sum(${one}) <> 0`).join(' or ');
  return `with gone as (delete from ${name}_facts where org_id = $1 and ref = any($2::text[]) returning *),
    given as (select * from jsonb_to_recordset($3::jsonb) x (ref text, day date, ${types.join(', ')})),
    kept as (insert into ${name}_facts (org_id, ref, ${columns})
      select $1::uuid, ref, ${columns} from given),
    changed as (select ref, ${keys}, ${sums}
      from (select ref, ${columns} from given
        union all select ref, ${keys}, ${measures.map((one) => `-${one}`).join(', ')} from gone) x
      group by ref, ${keys} having ${isAny}),
    deltas as (insert into ${name}_deltas (org_id, ${columns})
      select $1::uuid, ${keys}, ${sums} from changed group by ${keys} having ${isAny})
    select count(distinct ref)::int as count from changed`;
});
