// `npm start [-- --once] [-- --fresh]`: starts everything, runs the demo, leaves the API running.
import { join } from 'node:path';
import { SetupError } from './runtime/command.mjs';
import { demoOrganization, report } from './runtime/demo-organization.mjs';
import { runDemo } from './runtime/demo.mjs';
import { startDeployment } from './runtime/deployment.mjs';
import { startNats } from './runtime/nats.mjs';
import { stateDir } from './runtime/paths.mjs';
import { claim, portOrNext } from './runtime/ports.mjs';
import { startPostgres } from './runtime/postgres.mjs';
import { removeState, takeOver } from './runtime/run-state.mjs';
import { stopAll } from './runtime/stops.mjs';
import { runScript, setUp } from './setup.mjs';

const defaultPort = 8080;

/** @typedef {import('./runtime/progress.mjs').Progress} Progress */

/** @type {import('./runtime/stops.mjs').Stops} */
const stops = [];
/** @type {Promise<void> | undefined} */
let ending;

/** @param {string[]} args */
async function start(args) {
  const unknown = args.filter((arg) => arg !== '--once' && arg !== '--fresh');
  if (unknown.length > 0) throw new SetupError('Usage: npm start [-- --once] [-- --fresh]');
  const given = givenPort();
  const progress = await setUp();
  stops.push(await takeOver());
  endOnSignals();
  const death = Promise.withResolvers();
  const onDeath = (/** @type {string} */ message) => death.reject(new SetupError(message));
  try {
    const gatewayPort = await claimedPort(progress, given);
    if (args.includes('--fresh')) await progress.step('removing the old state', removeState);
    // A deployment without one of its processes is broken, so it ends as a whole.
    return await Promise.race([death.promise, run(args, progress, gatewayPort, onDeath)]);
  } finally {
    await end();
  }
}

/** @param {string[]} args @param {Progress} progress @param {number} gatewayPort
 * @param {(message: string) => void} onDeath */
async function run(args, progress, gatewayPort, onDeath) {
  const demo = await bringUp(progress, gatewayPort, onDeath);
  const isDone = await doMainJob(progress, demo);
  if (args.includes('--once')) {
    console.log('\nDone; without --once the API stays up.');
    return isDone ? 0 : 1;
  }
  console.log('\nStays up until Ctrl-C.');
  return new Promise(() => {});
}

/** @returns {number | undefined} the gateway's port, if the user chose one */
function givenPort() {
  const given = process.env.PORT;
  if (!given) return undefined;
  const port = Number(given);
  if (Number.isInteger(port) && port >= 1 && port <= 65_535) return port;
  throw new SetupError(
    `PORT=${given} is not a port; choose one from 1 to 65535: PORT=8081 npm start`,
  );
}

/** Claims the port that the user chose; no other port replaces it.
 * @param {Progress} progress @param {number | undefined} given @returns {Promise<number>} */
async function claimedPort(progress, given) {
  if (given !== undefined) {
    if (await claim(given)) return given;
    throw new SetupError(
      `Port ${given} is taken by another program; choose one: PORT=8081 npm start`,
    );
  }
  const port = await portOrNext(defaultPort);
  if (port !== defaultPort) progress.line(`  Port ${defaultPort} is taken: the API gets ${port}.`);
  return port;
}

/** @param {Progress} progress @param {number} gatewayPort @param {(message: string) => void} onDeath */
async function bringUp(progress, gatewayPort, onDeath) {
  const keep = { keep: true, onDeath };
  const postgres = await progress.step('PostgreSQL', () => startPostgres(keep));
  stops.push(postgres.stop);
  const nats = await progress.step('NATS', (note) => startNats(keep, note));
  stops.push(nats.stop);
  const deployment = await startDeployment({
    dir: stateDir,
    postgresUrl: postgres.url,
    natsUrl: nats.url,
    gatewayPort,
    progress,
    stops,
    onWarning: (line) => progress.line(`  ${line}`),
    onDeath,
  });
  progress.line(`  ${deployment.names.join(', ')}: all ready`);
  return progress.step('demo organization', () => demoOrganization(deployment));
}

/** The API stays up when the demo fails, so this prints the fault instead of throwing it.
 * @param {Progress} progress
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
  // Another Node started this one (see setup.mjs); when that one is killed, this one ends.
  if (process.channel) process.on('disconnect', endAndExit);
}

/** Runs once, however often it is called: people press Ctrl-C twice, shells signal every process. */
function end() {
  ending ??= stopAll(stops);
  return ending;
}

await runScript(import.meta.url, start);
