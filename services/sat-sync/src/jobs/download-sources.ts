import { createDueJob, createRun, type JobParts, type Repeated } from '@timbre/kit';
import { downloads } from '../domain/sources';
import { folioSource } from '../store/folios';
import { downloadCfdi, type DownloadProviders } from '../workflows/download-cfdi';

const due = `select org_id, id from sync_sources
  where due_at <= $1 and source in ('${[...downloads, folioSource].join(`', '`)}')
  order by due_at`;

/** Works on the sources that are downloaded. */
export const createDownloadRunner = ({
  runtime,
  systemPool,
}: JobParts<DownloadProviders>): Repeated =>
  createDueJob(runtime, systemPool, {
    name: 'download-sources',
    everyMs: 1_000,
    due,
    batchMax: 4,
    isLong: true,
    work: (context, { id }) => downloadCfdi(createRun(runtime, context), runtime.providers, id),
  });
