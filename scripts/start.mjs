// `npm start`: starts everything, runs a demo, and leaves the API running. `npm start -- --help` lists the
// options.
import { join } from 'node:path';
import { SetupError } from './runtime/command.mjs';
import { demoOrganization, whatNext } from './runtime/demo-organization.mjs';
import { portsOfLastStart, startDeployment } from './runtime/deployment.mjs';
import { lawEndsLine } from './runtime/law.mjs';
import { startNats } from './runtime/nats.mjs';
import { claim, portOrNext } from './runtime/ports.mjs';
import { startPostgres } from './runtime/postgres.mjs';
import { removeState, runningStart, takeOver } from './runtime/run-state.mjs';
import { runningClone } from './runtime/running-clone.mjs';
import { startOptions, startUsage } from './runtime/start-options.mjs';
import { stopAll } from './runtime/stops.mjs';
import { runScript, setUp } from './setup.mjs';

const defaultPort = 8080;

/** @typedef {import('./runtime/progress.mjs').Progress} Progress */

/** @type {import('./runtime/stops.mjs').Stops} */
const stops = [];
/** @type {Promise<void> | undefined} */
let ending;

/** @typedef {import('./runtime/start-options.mjs').StartOptions} StartOptions */

/** @param {string[]} args */
async function start(args) {
  const options = startOptions(args);
  if (!options) {
    process.stdout.write(startUsage);
    return 0;
  }
  const given = givenPort();
  const progress = await setUp();
  const { dir, suffix } = options.environment;
  if (options.demo && runningStart(dir)) return runOnClone(options, progress);
  stops.push(await takeOver(dir));
  endOnSignals();
  const death = Promise.withResolvers();
  const onDeath = (/** @type {string} */ message) => death.reject(new SetupError(message));
  try {
    const gatewayPort = await claimedPort(progress, dir, given);
    if (options.fresh)
      await progress.step('removing the old state', () => removeState(dir, suffix));
    // If one process of a deployment ends, all other processes are stopped too, because the deployment does
    // not work without it.
    return await Promise.race([death.promise, run(options, progress, gatewayPort, onDeath)]);
  } finally {
    await end();
  }
}

/**
 * Runs a demo on the deployment of another `npm start` of this clone.
 * @param {StartOptions} options
 * @param {Progress} progress
 * @returns {Promise<number>} the exit status
 */
async function runOnClone({ environment: { dir }, runDemo }, progress) {
  const running = await runningClone(dir);
  const isDone = await doMainJob(progress, () => runDemo(running, join(dir, 'demo')));
  return isDone ? 0 : 1;
}

/**
 * @param {StartOptions} options
 * @param {Progress} progress
 * @param {number} gatewayPort
 * @param {(message: string) => void} onDeath
 */
async function run({ once, runDemo, environment }, progress, gatewayPort, onDeath) {
  if (environment.warning) progress.line(banner(environment.warning));
  const deployment = await bringUp(environment, progress, gatewayPort, onDeath);
  const demoDir = join(environment.dir, 'demo');
  const isDone = await doMainJob(progress, () => runDemo(deployment, demoDir));
  if (!once) console.log(whatNext(deployment, environment));
  if (environment.warning) progress.line(banner(environment.warning));
  if (once) {
    console.log('\nDone; without --once the API stays up.');
    return isDone ? 0 : 1;
  }
  console.log('\nStays up until Ctrl-C.');
  return new Promise(() => {});
}

const rule = '!'.repeat(96);

/** @param {string} warning */
const banner = (warning) => `\n${rule}\n${warning}\n${rule}\n`;

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

/**
 * Claims the port that the user chose, without a fallback to another port. If the user chose no port, claims
 * the port of the last start.
 * @param {Progress} progress
 * @param {string} dir
 * @param {number | undefined} given
 * @returns {Promise<number>}
 */
async function claimedPort(progress, dir, given) {
  if (given !== undefined) {
    if (await claim(given)) return given;
    throw new SetupError(
      `Port ${given} is taken by another program; choose one: PORT=8081 npm start`,
    );
  }
  const last = portsOfLastStart(dir).gateway?.http;
  const wanted = last ?? defaultPort;
  const port = await portOrNext(wanted);
  const lost = last ? ' Links of the last start lead to the old port.' : '';
  if (port !== wanted) progress.line(`  Port ${wanted} is taken: the API gets ${port}.${lost}`);
  return port;
}

/**
 * @param {StartOptions['environment']} environment
 * @param {Progress} progress
 * @param {number} gatewayPort
 * @param {(message: string) => void} onDeath
 */
async function bringUp({ dir, suffix, variables }, progress, gatewayPort, onDeath) {
  const keep = { keep: dir, onDeath };
  const postgres = await progress.step('PostgreSQL', () => startPostgres(keep));
  stops.push(postgres.stop);
  const nats = await progress.step('NATS', (note) => startNats(keep, note));
  stops.push(nats.stop);
  const deployment = await startDeployment({
    dir,
    suffix,
    environment: variables,
    postgresUrl: postgres.url,
    natsUrl: nats.url,
    gatewayPort,
    progress,
    stops,
    onWarning: (line) => progress.line(`  ${line}`),
    onDeath,
  });
  progress.line(`  ${deployment.names.join(', ')}: all ready`);
  progress.line(`  ${lawEndsLine(dir)}`);
  const demo = await progress.step('demo organization', () => demoOrganization(deployment, dir));
  return { deployment, demo };
}

/**
 * Runs the demo. If the demo fails, the API continues to run, so the error is printed and not thrown.
 * @param {Progress} progress
 * @param {() => Promise<string>} work
 */
async function doMainJob(progress, work) {
  try {
    console.log(await progress.step('main job', work));
    return true;
  } catch (error) {
    console.error(error instanceof SetupError ? `\n✗ ${error.message}` : error);
    return false;
  }
}

function endOnSignals() {
  const endAndExit = () => void end().finally(() => process.exit(0));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, endAndExit);
  // Another Node process has started this process (see setup.mjs). This process ends when the other process
  // is killed.
  if (process.channel) process.on('disconnect', endAndExit);
}

/**
 * Stops everything once, even if it is called several times: people press Ctrl-C twice, and shells signal
 * every process.
 */
function end() {
  ending ??= stopAll(stops);
  return ending;
}

await runScript(import.meta.url, start);
