import { createDueJob, createRun, type JobParts, type Repeated } from '@timbre/kit';
import { downloads } from '../domain/sources';
import { dueSources } from '../store/download-sources';
import { folioSource } from '../store/syncs';
import { downloadCfdi, type DownloadProviders } from '../workflows/download-cfdi';

/** Runs the sources that read documents through the SAT's mass download. */
export const createDownloadRunner = ({
  runtime,
  systemPool,
}: JobParts<DownloadProviders>): Repeated =>
  createDueJob(runtime, systemPool, {
    name: 'download-sources',
    everyMs: 1_000,
    due: dueSources([...downloads, folioSource]),
    batchMax: 4,
    isLong: true,
    work: (context, { id }) => downloadCfdi(createRun(runtime, context), runtime.providers, id),
  });
