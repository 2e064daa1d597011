import { defineEntity, p } from '@mikro-orm/postgresql';
import type { Reader, Transaction } from '@timbre/kit';

/** A part of a stored file. */
export const FilePart = defineEntity({
  name: 'FilePart',
  tableName: 'file_parts',
  properties: {
    organizationId: p.uuid().name('org_id').primary(),
    contentId: p.uuid().primary(),
    number: p.integer().primary(),
    content: p.blob(),
  },
});

/**
 * The maximum size of a file part, in bytes. A part of this size fits into a gRPC message, and is small
 * enough for the gateway to have many parts in memory.
 */
export const partBytesMax = 1 << 20;

/** Inserts or replaces a part of a stored file. */
export async function writePart(
  tx: Transaction,
  contentId: string,
  number: number,
  content: Buffer,
): Promise<void> {
  await tx.rows(
    `insert into file_parts (org_id, content_id, number, content) values ($1, $2, $3, $4)
     on conflict (org_id, content_id, number) do update set content = excluded.content`,
    [tx.organizationId, contentId, number, content],
  );
}

const select = (organization: string): string =>
  `select content from file_parts
   where org_id = ${organization} and content_id = $2::uuid and number = $3`;

export async function readPart(
  read: Reader,
  contentId: string,
  number: number,
): Promise<Buffer | undefined> {
  const [part] = await read.rows<{ content: Buffer }>(select(':org'), [contentId, number]);
  return part?.content;
}

/** Reads one part of a file inside a transaction. */
export async function partIn(
  tx: Transaction,
  contentId: string,
  number: number,
): Promise<Buffer | undefined> {
  const values = [tx.organizationId, contentId, number];
  const [part] = await tx.rows<{ content: Buffer }>(select('$1'), values);
  return part?.content;
}

/** Returns the number of parts that a file has. An empty file has no parts. */
export const partsOf = (byteSize: number): number => Math.ceil(byteSize / partBytesMax);

export async function deleteParts(tx: Transaction, contentId: string): Promise<void> {
  await tx.rows('delete from file_parts where org_id = $1 and content_id = $2', [
    tx.organizationId,
    contentId,
  ]);
}
