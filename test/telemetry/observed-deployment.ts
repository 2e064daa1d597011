import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { postgresUrl } from '@timbre/testkit/client';
import { dropDatabase } from '../../scripts/runtime/databases.mjs';
import { startDeployment, type RunningDeployment } from '../../scripts/runtime/deployment.mjs';
import { startNats } from '../../scripts/runtime/nats.mjs';
import { createProgress } from '../../scripts/runtime/progress.mjs';
import { services } from '../../scripts/runtime/services.mjs';
import { startAsOne } from '../../scripts/runtime/stops.mjs';
import { prepare } from '../../scripts/setup.mjs';

interface LogLine extends Record<string, unknown> {
  msg: string;
}

/** All processes of Timbre, started for this test file with additional environment variables. */
export interface ObservedDeployment extends RunningDeployment {
  dir: string;
  natsUrl: string;
  logOf(service: string): LogLine[];
  stop(): Promise<void>;
}

/**
 * The settings in which concurrent deployments differ: the suffix of their database names, and the
 * port of PgBouncer.
 */
export interface Place {
  owner?: string;
  poolerPort?: number;
}

export async function startObserved(
  environment: Record<string, string>,
  { owner = 'observed', poolerPort }: Place = {},
): Promise<ObservedDeployment> {
  const progress = createProgress({ quiet: true });
  await prepare(progress);
  const dir = mkdtempSync(join(tmpdir(), 'timbre-observed-'));
  const suffix = `_${owner}_${process.pid}`;
  const postgres = await postgresUrl();
  const fail = (text: string) => void process.stderr.write(`${text}\n`);
  return startAsOne(async (stops) => {
    stops.push(async () => rmSync(dir, { recursive: true, force: true }));
    for (const { database } of services) {
      if (database) stops.push(() => dropDatabase(postgres, `${database}${suffix}`));
    }
    // The deployment has its own NATS server, because the consumers of two deployments would share
    // the events of one stream.
    const nats = await startNats({ keep: false });
    stops.push(nats.stop);
    const running = await startDeployment({
      dir, postgresUrl: postgres, natsUrl: nats.url, suffix, progress, stops, environment, copiesMigrated: true,
      ...(poolerPort !== undefined && { poolerPort }),
      onWarning: () => undefined, onDeath: fail,
    }); // prettier-ignore
    return { ...running, dir, natsUrl: nats.url, logOf: (service: string) => logOf(dir, service) };
  });
}

function logOf(dir: string, service: string): LogLine[] {
  const lines = readFileSync(join(dir, 'logs', `${service}.log`), 'utf8')
    .trim()
    .split('\n');
  return lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as LogLine);
}
