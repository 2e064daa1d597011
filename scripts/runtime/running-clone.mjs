// Connects a demo to the `npm start` that runs in another terminal.
import { run, SetupError } from './command.mjs';
import { demoOrganization } from './demo-organization.mjs';
import { operatorEnvironment } from './operator-state.mjs';
import { mainOf, services } from './services.mjs';

/**
 * @param {string} dir the folder with the state of the deployment
 * @returns {Promise<import('./environments.mjs').Running>}
 * @throws {SetupError} if `npm start` is still starting
 */
export async function runningClone(dir) {
  const environment = operatorEnvironment(dir);
  const baseUrl = environment?.TIMBRE_PUBLIC_URL ?? '';
  if (!(await answers(`${baseUrl}/healthz`)))
    throw new SetupError('This clone is still starting; run the demo when it is ready.');
  const env = { ...process.env, ...environment };
  const deployment = {
    baseUrl,
    authorityUrl: environment?.TIMBRE_AUTHORITY_URL ?? '',
    /**
     * @param {string} name
     * @param {string[]} args
     */
    async command(name, args) {
      const { folder = '' } = services.find((one) => one.name === name) ?? {};
      const said = await run(process.execPath, [mainOf(folder), ...args], { env });
      return said.trim().split('\n').at(-1) ?? '';
    },
  };
  return { deployment, demo: await demoOrganization(deployment, dir) };
}

/** @param {string} url */
const answers = (url) =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
