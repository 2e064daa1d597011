// Runs the operator commands of the services.
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { run, SetupError } from './command.mjs';
import { environmentOf } from './environment.mjs';
import { mainOf } from './services.mjs';

/**
 * @typedef {import('./environment.mjs').Deployment} Deployment
 */

/**
 * @typedef {{ input?: string | undefined, env?: NodeJS.ProcessEnv | undefined }} CommandOptions the text for
 * standard input, and additional environment variables
 */

/**
 * Runs a command of a service, as an operator would do.
 * @returns the last line of its output
 * @param {Deployment} deployment
 * @param {string} name
 * @param {string[]} args
 * @param {CommandOptions} [how]
 */
export async function command(deployment, name, args, { input, env: more } = {}) {
  const service = serviceOf(deployment, name);
  const env = { ...environmentOf(deployment, service), ...more };
  const output = await run(process.execPath, [mainOf(service.folder), ...args], { env, input });
  // The last line is the result, because log lines can precede the result.
  return output.trim().split('\n').at(-1) ?? '';
}

/**
 * Creates an organization like the gateway's operator command, but in this process. Tests create
 * hundreds of organizations, and a separate process would take a second for each organization.
 * @param {Deployment} deployment
 * @param {string} organization its name
 */
export function bootstrap(deployment, organization) {
  const service = serviceOf(deployment, 'gateway');
  const env = environmentOf(deployment, service);
  const load = createRequire(import.meta.url);
  const built = load(join(dirname(mainOf(service.folder)), 'bootstrap.js'));
  return built.bootstrap(env.TIMBRE_DATABASE_URL, env.TIMBRE_ENVIRONMENT, organization);
}

/**
 * @param {Deployment} deployment
 * @param {string} name
 */
function serviceOf(deployment, name) {
  const service = deployment.services.find((one) => one.name === name);
  if (!service) throw new SetupError(`${name} is not built`);
  return service;
}
