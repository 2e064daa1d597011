// Reads JSON files in `.timbre/`, which a power failure or a person may have damaged.
import { readFileSync } from 'node:fs';
import { SetupError } from './command.mjs';

/** The advice for an unusable state. */
export const startOver = 'To start over without it: npm start -- --fresh';

/**
 * @param {string} file
 * @throws {SetupError} if the file is not JSON
 * @returns {any}
 */
export function readStateFile(file) {
  const text = readFileSync(file, 'utf8');
  try {
    return JSON.parse(text);
  } catch {
    throw new SetupError(`${file} is damaged. ${startOver}`);
  }
}
