// `npm start [-- --once] [-- --fresh]`: everything up, the main job done, the API left running.
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandOf, stopLeftovers } from './runtime/children.mjs';
import { SetupError } from './runtime/command.mjs';
import { dropDatabase } from './runtime/databases.mjs';
import { runDemo } from './runtime/demo.mjs';
import { startDeployment } from './runtime/deployment.mjs';
import { startNats } from './runtime/nats.mjs';
import { cacheDir, ensureDir, stateDir } from './runtime/paths.mjs';
import { startPostgres } from './runtime/postgres.mjs';
import { services } from './runtime/services.mjs';
import { reachableDir } from './runtime/unprivileged.mjs';
import { runScript, setUp } from './setup.mjs';

const runDir = join(stateDir, 'run');
const ownPid = join(runDir, 'start');
const defaultPort = 8080;

/** What has to be stopped, in the order it was started. @type {(() => Promise<void>)[]} */
const stops = [];
/** @type {Promise<void> | undefined} */
let ending;

/** @param {string[]} args */
async function start(args) {
  const unknown = args.filter((arg) => arg !== '--once' && arg !== '--fresh');
  if (unknown.length > 0) throw new SetupError('Usage: npm start [-- --once] [-- --fresh]');
  const progress = await setUp();
  await takeOver();
  endOnSignals();
  try {
    if (args.includes('--fresh')) await progress.step('removing the old state', removeState);
    const demo = await bringUp(progress);
    const isDone = await doMainJob(progress, demo);
    if (args.includes('--once')) return isDone ? 0 : 1;
    console.log('\nStays up until Ctrl-C.');
    return await new Promise(() => {});
  } finally {
    await end();
  }
}

/** @param {import('./runtime/progress.mjs').Progress} progress */
async function bringUp(progress) {
  const postgres = await progress.step('PostgreSQL', () => startPostgres({ keep: true }));
  stops.push(postgres.stop);
  const nats = await progress.step('NATS', (note) => startNats({ keep: true }, note));
  stops.push(nats.stop);
  const deployment = await startDeployment({
    dir: stateDir,
    postgresUrl: postgres.url,
    natsUrl: nats.url,
    gatewayPort: Number(process.env.PORT || defaultPort),
    progress,
    stops,
    onWarning: (line) => progress.line(`  ${line}`),
    onDeath: (message) => ending ?? progress.line(`✗ ${message}`),
  });
  progress.line(`  ${deployment.names.join(', ')}: all ready`);
  return progress.step('demo organization', () => demoOrganization(deployment));
}

/** Without it the API is still up, and worth a look: the fault is told, not thrown.
 * @param {import('./runtime/progress.mjs').Progress} progress
 * @param {import('./runtime/demo.mjs').Demo} demo */
async function doMainJob(progress, demo) {
  try {
    const result = await progress.step('main job', () => runDemo(demo, join(stateDir, 'demo')));
    console.log(report(demo, result));
    return true;
  } catch (error) {
    console.error(error instanceof SetupError ? `\n✗ ${error.message}` : error);
    return false;
  }
}

/** @param {import('./runtime/deployment.mjs').RunningDeployment} deployment */
async function demoOrganization({ baseUrl, bootstrap }) {
  const file = join(stateDir, 'demo.json');
  const known = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
  const { organizationId, apiKey } = known ?? (await bootstrap('Escuela Kemper Urgate'));
  const demo = { baseUrl, apiKey, organizationId };
  writeFileSync(file, JSON.stringify(demo, null, 2), { mode: 0o600 });
  return demo;
}

/**
 * @param {import('./runtime/demo.mjs').Demo} demo
 * @param {import('./runtime/demo.mjs').DemoResult} result
 */
function report({ baseUrl, apiKey }, { cfdi, xml, pdf }) {
  const { subtotal, ivaTransferred } = cfdi.fiscal ?? {};
  const curl = (/** @type {string} */ path, /** @type {string} */ more = '') =>
    `  curl -s -H 'Authorization: Bearer ${apiKey}' '${baseUrl}${path}'${more}`;
  return [
    '',
    `CFDI ${cfdi.series ?? ''} ${cfdi.folio ?? ''} stamped`,
    `  UUID      ${cfdi.uuid}`,
    `  Subtotal  ${subtotal}   IVA ${ivaTransferred}   Total ${money(cfdi.total)}`,
    `  XML       ${xml}`,
    `  PDF       ${pdf}`,
    '',
    `API ${baseUrl}, reference ${baseUrl}/docs, key in ${join(stateDir, 'demo.json')}`,
    curl('/v1/organization'),
    curl('/v1/cfdi?limit=5'),
    curl(`/v1/documents/${cfdi.documentRef}/files/xml`),
    curl(`/v1/documents/${cfdi.documentRef}/files/pdf`, ' -o cfdi.pdf'),
  ].join('\n');
}

/** @param {{ amount: number, currency: string }} total */
const money = ({ amount, currency }) => `${amount} ${currency}`;

/** One `npm start` per clone; what a crashed one left running is ended. */
async function takeOver() {
  const pid = existsSync(ownPid) ? Number(readFileSync(ensureDir(runDir) && ownPid, 'utf8')) : 0;
  if (pid > 1 && pid !== process.pid && commandOf(pid).includes('scripts/start.mjs')) {
    throw new SetupError(`This clone is already running (process ${pid}): end that one first.`);
  }
  await stopLeftovers(runDir);
  writeFileSync(ownPid, String(process.pid));
  stops.push(async () => rmSync(ownPid, { force: true }));
}

/** The caches stay: they hold nothing but saved time. */
async function removeState() {
  const keep = new Set([cacheDir, runDir].map((dir) => dir.slice(stateDir.length + 1)));
  for (const name of readdirSync(stateDir)) {
    if (!keep.has(name)) rmSync(join(stateDir, name), { recursive: true, force: true });
  }
  if (process.getuid?.() === 0) rmSync(reachableDir(), { recursive: true, force: true });
  const given = process.env.TIMBRE_POSTGRES_URL;
  if (!given) return;
  for (const { database } of services) if (database) await dropDatabase(given, database);
}

function endOnSignals() {
  const endAndExit = () => void end().finally(() => process.exit(0));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, endAndExit);
  // Started from another Node (see setup.mjs): that one being killed ends this one.
  if (process.channel) process.on('disconnect', endAndExit);
}

/** Runs once, however often it is asked: people press Ctrl-C twice, shells send it to everybody. */
function end() {
  ending ??= (async () => {
    for (const stop of stops.splice(0).reverse()) await stop();
  })();
  return ending;
}

await runScript(import.meta.url, start);
