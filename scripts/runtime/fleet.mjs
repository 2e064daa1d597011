// Manages the running processes of a deployment, keyed by the names of their services.
import { SetupError } from './command.mjs';
import { environmentOf } from './environment.mjs';
import { freePort } from './ports.mjs';
import { startProcess } from './process.mjs';

/**
 * @typedef {import('./services.mjs').Service} Service
 * @typedef {{ ports: Service['ports'], kill(): Promise<void> }} Replica
 */

/**
 * @param {import('./environment.mjs').Deployment} deployment
 * @param {object} options
 * @param {import('./stops.mjs').Stops} options.stops receives a stop function for each process
 * @param {(line: string) => void} options.onWarning
 * @param {(message: string) => void} options.onDeath
 */
export function createFleet(deployment, { stops, onWarning, onDeath }) {
  /** @type {Map<string, ReturnType<typeof startProcess>>} */
  const processes = new Map();
  const options = { dir: deployment.dir, onWarning, onDeath };
  let isStopping = false;
  const run = async (
    /** @type {Service} */ service,
    /** @type {NodeJS.ProcessEnv} */ more = {},
  ) => {
    if (isStopping)
      throw new SetupError(`${service.name} is not started: the deployment is stopping`);
    const env = { ...environmentOf(deployment, service), ...more };
    const process = startProcess(service, env, options);
    processes.set(service.name, process);
    await process.ready();
  };
  const named = (/** @type {string} */ name) => {
    const service = deployment.services.find((one) => one.name === name);
    if (service) return service;
    throw new SetupError(`${name} is not a process of this deployment`);
  };
  return {
    start(/** @type {Service} */ service) {
      stops.push(async () => {
        // The flag is set first, because a concurrent restart must not start a process that would then
        // not be stopped.
        isStopping = true;
        await processes.get(service.name)?.stop();
      });
      return run(service);
    },
    /** Stops a process if it is running, and starts it again with additional environment variables. */
    async restart(/** @type {string} */ name, /** @type {NodeJS.ProcessEnv} */ env = {}) {
      await processes.get(name)?.stop();
      await run(named(name), env);
    },
    kill: async (/** @type {string} */ name) => processes.get(name)?.kill(),
    /** Resolves when the last started instance of the process has ended. */
    ended: async (/** @type {string} */ name) => processes.get(name)?.ended,
    /**
     * Starts one more replica on separate ports.
     * @param {string} name
     * @param {NodeJS.ProcessEnv} [more]
     * @returns {Promise<Replica>}
     */
    async replicate(name, more = {}) {
      const twin = { ...named(name), ports: await portsLike(named(name).ports) };
      const env = { ...environmentOf(deployment, twin), ...more };
      const process = startProcess({ ...twin, name: `${name}-${stops.length}` }, env, options);
      stops.push(process.stop);
      await process.ready();
      return { ports: twin.ports, kill: process.kill };
    },
  };
}

/**
 * @param {Service['ports']} ports
 * @returns {Promise<Service['ports']>}
 */
async function portsLike(ports) {
  const free = Object.keys(ports).map(async (kind) => [kind, await freePort()]);
  return Object.fromEntries(await Promise.all(free));
}
