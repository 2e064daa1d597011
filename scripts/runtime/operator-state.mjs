// The state that `npm start` stores for `timbre organization …` and the other operator commands.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** @param {string} dir the folder with the state of the deployment */
const fileOf = (dir) => join(dir, 'operator.json');

/**
 * @param {string} dir
 * @param {NodeJS.ProcessEnv} environment the environment variables of the gateway
 */
export function saveOperatorEnvironment(dir, environment) {
  const own = Object.entries(environment).filter(([name]) => name.startsWith('TIMBRE_'));
  writeFileSync(fileOf(dir), JSON.stringify(Object.fromEntries(own)), { mode: 0o600 });
}

/**
 * @param {string} dir
 * @returns {Record<string, string> | undefined} the stored variables; undefined before the first start
 */
export const operatorEnvironment = (dir) =>
  existsSync(fileOf(dir)) ? JSON.parse(readFileSync(fileOf(dir), 'utf8')) : undefined;
