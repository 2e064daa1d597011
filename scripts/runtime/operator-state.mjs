// The state that `npm start` stores for `timbre organization …` and the other operator commands.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** @param {string} dir of the deployment's state */
const fileOf = (dir) => join(dir, 'operator.json');

/** @param {string} dir @param {NodeJS.ProcessEnv} environment of the gateway */
export function saveOperatorEnvironment(dir, environment) {
  const own = Object.entries(environment).filter(([name]) => name.startsWith('TIMBRE_'));
  writeFileSync(fileOf(dir), JSON.stringify(Object.fromEntries(own)), { mode: 0o600 });
}

/** @param {string} dir @returns {Record<string, string> | undefined} undefined before the first start */
export const operatorEnvironment = (dir) =>
  existsSync(fileOf(dir)) ? JSON.parse(readFileSync(fileOf(dir), 'utf8')) : undefined;
