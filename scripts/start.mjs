// `npm start [-- --once] [-- --fresh]`: everything up, the main job done, the API left running.
import { join } from 'node:path';
import { SetupError } from './runtime/command.mjs';
import { demoOrganization, report } from './runtime/demo-organization.mjs';
import { runDemo } from './runtime/demo.mjs';
import { startDeployment } from './runtime/deployment.mjs';
import { startNats } from './runtime/nats.mjs';
import { stateDir } from './runtime/paths.mjs';
import { startPostgres } from './runtime/postgres.mjs';
import { removeState, takeOver } from './runtime/run-state.mjs';
import { stopAll } from './runtime/stops.mjs';
import { runScript, setUp } from './setup.mjs';

const defaultPort = 8080;

/** @type {import('./runtime/stops.mjs').Stops} */
const stops = [];
/** @type {Promise<void> | undefined} */
let ending;

/** @param {string[]} args */
async function start(args) {
  const unknown = args.filter((arg) => arg !== '--once' && arg !== '--fresh');
  if (unknown.length > 0) throw new SetupError('Usage: npm start [-- --once] [-- --fresh]');
  const gatewayPort = chosenPort();
  const progress = await setUp();
  stops.push(await takeOver());
  endOnSignals();
  try {
    if (args.includes('--fresh')) await progress.step('removing the old state', removeState);
    const demo = await bringUp(progress, gatewayPort);
    const isDone = await doMainJob(progress, demo);
    if (args.includes('--once')) {
      console.log('\nEnds here; without --once the API stays up.');
      return isDone ? 0 : 1;
    }
    console.log('\nStays up until Ctrl-C.');
    return await new Promise(() => {});
  } finally {
    await end();
  }
}

/** @returns {number} the gateway's port */
function chosenPort() {
  const given = process.env.PORT || String(defaultPort);
  const port = Number(given);
  if (Number.isInteger(port) && port >= 1 && port <= 65_535) return port;
  throw new SetupError(
    `PORT=${given} is not a port; choose one from 1 to 65535: PORT=8081 npm start`,
  );
}

/** @param {import('./runtime/progress.mjs').Progress} progress @param {number} gatewayPort */
async function bringUp(progress, gatewayPort) {
  const postgres = await progress.step('PostgreSQL', () => startPostgres({ keep: true }));
  stops.push(postgres.stop);
  const nats = await progress.step('NATS', (note) => startNats({ keep: true }, note));
  stops.push(nats.stop);
  const deployment = await startDeployment({
    dir: stateDir,
    postgresUrl: postgres.url,
    natsUrl: nats.url,
    gatewayPort,
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

function endOnSignals() {
  const endAndExit = () => void end().finally(() => process.exit(0));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, endAndExit);
  // Started from another Node (see setup.mjs): that one being killed ends this one.
  if (process.channel) process.on('disconnect', endAndExit);
}

/** Runs once, however often it is asked: people press Ctrl-C twice, shells send it to everybody. */
function end() {
  ending ??= stopAll(stops);
  return ending;
}

await runScript(import.meta.url, start);
