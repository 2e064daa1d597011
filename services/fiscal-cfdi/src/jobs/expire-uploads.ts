import { createRun, type Runtime } from '@timbre/kit';
import type { Pool } from 'pg';
import { expireUpload } from '../operations/store-file';
import { fileResource, StoredFile } from '../store/files/stored-files';
import { repeat } from './repeat';

const everyMs = 60_000;
const batchMax = 16;

const due = `select org_id, id from files where due_at <= now() order by due_at limit ${batchMax}`;

/** Forgets files that were announced and never came, and those that were kept their days. */
export const createUploadJob = (runtime: Runtime, systemPool: Pool) =>
  repeat(runtime, systemPool, {
    name: 'expire-uploads',
    everyMs,
    due,
    work: (context, id) =>
      createRun(runtime, context).step(async (tx) =>
        expireUpload(tx, await tx.lock(StoredFile, id, fileResource.name)),
      ),
  });
