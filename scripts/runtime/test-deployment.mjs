// The whole system for the API tests of a run, on separate ports. Each test file uses its own organization.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepare } from '../setup.mjs';
import { startDeployment } from './deployment.mjs';
import { startMailSink } from './mail-sink.mjs';
import { createProgress } from './progress.mjs';
import { services } from './services.mjs';
import { startAsOne } from './stops.mjs';

/**
 * The rate limit for tests, which write as fast as the machine can. Downloads have their normal rate limit,
 * because a test exceeds this limit deliberately.
 */
const ample = { perSecond: 10_000, burst: 10_000 };
const fastClients = { read: ample, write: ample, stamp: ample };

/** @param {string} run */
const suffixOf = (run) => `_deployment_${run}`;

/**
 * @param {string} run
 * @returns {string[]}
 */
export function deploymentDatabases(run) {
  return services.flatMap(({ database }) => (database ? [`${database}${suffixOf(run)}`] : []));
}

/**
 * Starts a deployment. The current sources are built first, because Jest itself needs no build.
 * @param {string} postgresUrl
 * @param {string} natsUrl
 * @param {string} run the identifier of the run, which is part of the database names
 * @param {Record<string, string>} extra the additional variables for every process
 * @param {(message: string) => void} onDeath
 */
export async function startTestDeployment(postgresUrl, natsUrl, run, extra, onDeath = complain) {
  const progress = createProgress({ quiet: true });
  await prepare(progress);
  return startAsOne(async (stops) => {
    const dir = mkdtempSync(join(tmpdir(), 'timbre-deployment-'));
    stops.push(async () => rmSync(dir, { recursive: true, force: true }));
    const mail = await startMailSink();
    stops.push(mail.stop);
    const sender = 'facturas@timbre.example';
    const environment = {
      TIMBRE_SMTP_URL: mail.url,
      TIMBRE_MAIL_FROM: sender,
      TIMBRE_RATE_LIMITS: JSON.stringify(fastClients),
      ...extra,
    };
    const suffix = suffixOf(run);
    const options = { dir, postgresUrl, natsUrl, progress, stops, suffix, environment };
    return startDeployment({ ...options, copiesMigrated: true, onWarning: () => {}, onDeath });
  });
}

/** @param {string} text */
function complain(text) {
  process.stderr.write(`${text}\n`);
}
