import { defineEntity, p, type InferEntity } from '@mikro-orm/postgresql';
import type { file } from '@timbre/api';
import { type Answer, instant, integer, resource } from '@timbre/kit';

/** A file that a client uploads; its parts have its identifier. */
export const StoredFile = defineEntity({
  name: 'StoredFile',
  tableName: 'files',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid().name('org_id').primary(),
    version: p.integer().version(),
    fileName: p.text(),
    contentType: p.text(),
    /** As announced, and held to. */
    byteSize: p.integer(),
    /** Hexadecimal, lower case; as announced, and held to. */
    sha256: p.text(),
    /** `pending` until its content is there and right; `expired` when that never came or is past its days. */
    state: p.string().$type<'pending' | 'stored' | 'expired'>(),
    /** When it is forgotten: sooner while its content has not come. */
    dueAt: p.datetime().nullable(),
    createdAt: p.datetime(),
    storedAt: p.datetime().nullable(),
  },
});

export type StoredFile = InferEntity<typeof StoredFile>;

/** The gateway adds the links. */
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
