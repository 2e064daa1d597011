import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Api } from '@timbre/testkit/client';
import { runPage } from './page-calls';

export const hasCurl = spawnSync('curl', ['--version']).status === 0;

const readme = readFileSync(join(__dirname, '..', '..', 'README.md'), 'utf8');

/** A section of README.md that calls a deployment, and where it reads the access to it. */
export const sections = {
  sandbox: ['## A first call', '.timbre'],
  production: ['## Production against the simulator', '.timbre/production'],
} as const;

/** Runs the calls of a section. @returns the answers, and those that README.md shows */
export function readmeAnswers(section: keyof typeof sections, api: Api) {
  const [heading, state] = sections[section];
  const text = readme.slice(readme.indexOf(`${heading}\n`)).split(/\n(?=## )/)[0]!;
  const { baseUrl, apiKey, organizationId } = api;
  const access = JSON.stringify({ baseUrl, apiKey, organizationId });
  const { calls } = runPage(text, api, { [`${state}/demo.json`]: access });
  const told = calls.flatMap(({ printed }) => printed.split('\n').filter((line) => line !== ''));
  const shown = calls.flatMap((call) => call.shown);
  return { calls, answers: told.map(steady), shown: shown.map(steady) };
}

/** Without what differs each time: identifiers and times. */
const steady = (json: string) =>
  JSON.parse(json, (key, value: unknown) =>
    /Id$|At$|Ref$|^asOf$/.test(key) ? typeof value : value,
  ) as unknown;
