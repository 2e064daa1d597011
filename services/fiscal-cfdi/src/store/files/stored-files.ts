import { defineEntity, p, type InferEntity } from '@mikro-orm/postgresql';
import type { file } from '@timbre/api';
import { type Answer, instant, integer, resource } from '@timbre/kit';

/** A file that a client uploads. The parts of the file are stored under the same identifier as the file. */
export const StoredFile = defineEntity({
  name: 'StoredFile',
  tableName: 'files',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid().name('org_id').primary(),
    version: p.integer().version(),
    fileName: p.text(),
    contentType: p.text(),
    /** The size of the content that the client declared, in bytes. */
    byteSize: p.integer(),
    /** The SHA-256 digest of the content that the client declared, in lower-case hexadecimal. */
    sha256: p.text(),
    /**
     * A file is `pending` until its content is complete and has the declared digest. A file becomes
     * `expired` if its content never arrived, or when its retention period ends.
     */
    state: p.string().$type<'pending' | 'stored' | 'expired'>(),
    /**
     * The time at which the file expires. A file without content expires earlier than a stored file.
     */
    dueAt: p.datetime().nullable(),
    createdAt: p.datetime(),
    storedAt: p.datetime().nullable(),
  },
});

export type StoredFile = InferEntity<typeof StoredFile>;

/** The response without the links, which the gateway adds. */
type Kept = Omit<Answer<typeof file>, 'uploadUrl' | 'uploadUrlExpiresAt' | 'url' | 'urlExpiresAt'>;

export const fileResource = resource<Kept>('file', 'files', {
  fileId: 'r.id',
  state: 'r.state',
  fileName: 'r.file_name',
  contentType: 'r.content_type',
  byteSize: integer('r.byte_size'),
  sha256: 'r.sha256',
  createdAt: instant('r.created_at'),
  storedAt: instant('r.stored_at'),
});

/** Selects the files that have expired. */
export const dueFiles = `select org_id, id from files where due_at <= $1 order by due_at`;
