// Finds the law packs of a development deployment. The packs are in the folder `law` of its state and are
// signed by the key next to that folder.
import { createPublicKey } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from './paths.mjs';

/** A legal rule is listed if it ends within this number of days. */
const nearDays = 45;
const shownMax = 3;

/** @param {string} dir the folder of the deployment's state */
export const lawKeyFile = (dir) => join(dir, 'law-key.pem');

/**
 * Returns the settings for law packs if the folder exists.
 * @param {string} dir
 * @returns {NodeJS.ProcessEnv}
 */
export function lawVariables(dir) {
  const folder = join(dir, 'law');
  if (!existsSync(folder)) return {};
  return {
    TIMBRE_LAW_FOLDER: folder,
    TIMBRE_LAW_TRUSTED_KEYS: trustedKeys(dir),
    TIMBRE_LAW_TAKES_EXAMPLES: 'true',
  };
}

/**
 * Returns the trusted keys: the clone's own key, and the keys that the developer has configured, or the keys
 * of the project if none are configured.
 * @param {string} dir
 */
function trustedKeys(dir) {
  const given = process.env.TIMBRE_LAW_TRUSTED_KEYS ?? 'timbre';
  const file = lawKeyFile(dir);
  const own = existsSync(file) ? publicKeyOf(readFileSync(file)) : undefined;
  return [given, own].filter(Boolean).join(',');
}

/**
 * Returns a line that names the legal rules that expire next, according to the law packs of a deployment.
 * @param {string} dir
 * @param {Date} now
 */
export function lawEndsLine(dir, now = new Date()) {
  /** @type {typeof import('../../packages/fiscal/src/index.ts')} */
  const { lawEnds, loadLaw, localDateIn, useLaw } = createRequire(import.meta.url)(
    join(root, 'packages', 'fiscal'),
  );
  const { TIMBRE_LAW_FOLDER: folder, TIMBRE_LAW_TRUSTED_KEYS: keys = '' } = lawVariables(dir);
  useLaw(loadLaw({ folder, trustedKeys: keys.split(','), takesExamples: true }).law);
  const [next, ...others] = lawEnds(localDateIn(now.getTime(), 'America/Mexico_City'));
  if (!next) return 'Law: no rule has an end.';
  const near = [next, ...others].filter(
    ({ daysLeft }) => daysLeft <= Math.max(nearDays, next.daysLeft),
  );
  const names = near.slice(0, shownMax).map(({ key }) => key);
  const more = near.length > shownMax ? ` and ${near.length - shownMax} more` : '';
  const when =
    next.daysLeft < 0
      ? `ended on ${next.endsOn}`
      : `end in ${next.daysLeft} days, on ${next.endsOn}`;
  return `Law: rules ${when}: ${names.join(', ')}${more} (docs/law-packs.md)`;
}

/** @param {Buffer} pem */
function publicKeyOf(pem) {
  const { x } = createPublicKey(pem).export({ format: 'jwk' });
  return Buffer.from(String(x), 'base64url').toString('base64');
}
