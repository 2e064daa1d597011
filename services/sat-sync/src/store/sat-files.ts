import { defineEntity, p, type InferEntity } from '@mikro-orm/postgresql';
import { createHash } from 'node:crypto';
import type { Reader, Transaction } from '@timbre/kit';

/** A PDF from the SAT that belongs to a declaration or an opinion. */
export const SatFile = defineEntity({
  name: 'SatFile',
  tableName: 'sat_files',
  properties: {
    organizationId: p.uuid().name('org_id').primary(),
    documentId: p.uuid().primary(),
    kind: p.text().$type<'acuse' | 'payment_receipt' | 'opinion'>().primary(),
    content: p.blob(),
    sha256: p.text(),
    storedAt: p.datetime(),
  },
});

export type SatFile = InferEntity<typeof SatFile>;

/** The kinds of PDFs that the SAT provides for declarations and opinions. */
export type SatFileKind = SatFile['kind'];

/**
 * Stores a file of a document, if no file is stored for the document yet. Later PDFs of the same document
 * have the same contents.
 */
export async function keepFile(
  tx: Transaction,
  documentId: string,
  kind: SatFileKind,
  content: Buffer,
): Promise<void> {
  const sha256 = createHash('sha256').update(content).digest('hex');
  await tx.rows(
    `insert into sat_files (org_id, document_id, kind, content, sha256, stored_at)
     values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
    [tx.organizationId, documentId, kind, content, sha256, tx.now],
  );
}

export async function readFile(
  read: Reader,
  documentId: string,
  kind: SatFileKind,
): Promise<Buffer | undefined> {
  const [file] = await read.rows<{ content: Buffer }>(
    `select content from sat_files where org_id = :org and document_id = $2::uuid and kind = $3`,
    [documentId, kind],
  );
  return file?.content;
}

/** Returns which documents of a filing are already stored. */
export async function keptDocuments(
  read: Reader,
  rfc: string,
  operationNumber: string,
): Promise<Set<string>> {
  const rows = await read.rows<{ kind: string }>(
    `select f.kind from declarations d
     join sat_files f on f.org_id = d.org_id and f.document_id = d.id
     where d.org_id = :org and d.rfc = $2 and d.operation_number = $3`,
    [rfc, operationNumber],
  );
  return new Set(rows.map(({ kind }) => kind));
}
