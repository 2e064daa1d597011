import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Api } from '@timbre/testkit/client';
import { runPage } from './page-calls';

export const hasCurl = spawnSync('curl', ['--version']).status === 0;

/**
 * Documents whose calls read the access data of `npm start` from a folder, keyed by the environment
 * that they call.
 */
export const callDocuments = {
  sandbox: ['README.md', '.timbre'],
  production: ['docs/site/guides/sat-data.md', '.timbre/production'],
} as const;

/**
 * Runs the API calls in a document.
 * @returns the actual responses, and the responses that the document shows
 */
export function shownAnswers(environment: keyof typeof callDocuments, api: Api) {
  const [document, state] = callDocuments[environment];
  const text = readFileSync(join(__dirname, '..', '..', document), 'utf8').replace(starting, '');
  const { baseUrl, apiKey, organizationId } = api;
  const access = JSON.stringify({ baseUrl, apiKey, organizationId });
  const { calls } = runPage(text, api, { files: { [`${state}/demo.json`]: access } });
  const lines = calls.flatMap(({ printed }) => printed.split('\n').filter((line) => line !== ''));
  const shown = calls.flatMap((call) => call.shown);
  return { calls, answers: lines.map(steady), shown: shown.map(steady) };
}

/**
 * The block in README.md that starts Timbre; the test removes the block, because Timbre is already
 * running.
 */
const starting = /^```sh\nnpm start\n.*?^```/ms;

/** Returns the response without identifiers and times, which differ in each run. */
const steady = (json: string) =>
  JSON.parse(json, (key, value: unknown) =>
    /Id$|At$|Ref$|^asOf$/.test(key) ? typeof value : value,
  ) as unknown;
