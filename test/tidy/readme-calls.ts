import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Api } from '@timbre/testkit/client';

export const hasCurl = spawnSync('curl', ['--version']).status === 0;

const readme = readFileSync(join(__dirname, '..', '..', 'README.md'), 'utf8');
const blocks = (text: string, language: string) =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(
    ([, block = '']) => block,
  );

/** A section of README.md that calls a deployment, and where it reads the access to it. */
export const sections = {
  sandbox: ['## A first call', '.timbre'],
  production: ['## Production against the simulator', '.timbre/production'],
} as const;

/** Runs the calls of a section. @returns the answers, and those that README.md shows */
export function readmeAnswers(section: keyof typeof sections, api: Api) {
  const [heading, state] = sections[section];
  const text = readme.slice(readme.indexOf(`${heading}\n`)).split(/\n(?=## )/)[0]!;
  const calls = blocks(text, 'sh').filter((call) => call.includes('$API'));
  const { baseUrl, apiKey, organizationId } = api;
  const dir = mkdtempSync(join(tmpdir(), 'timbre-readme-'));
  mkdirSync(join(dir, state), { recursive: true });
  writeFileSync(join(dir, state, 'demo.json'), JSON.stringify({ baseUrl, apiKey, organizationId }));
  const { stdout } = spawnSync('sh', ['-e'], {
    cwd: dir,
    encoding: 'utf8',
    input: calls.join('echo\n'),
    timeout: 60_000,
  });
  rmSync(dir, { recursive: true });
  const told = stdout.split('\n').filter((line) => line !== '');
  return { calls, answers: told.map(steady), shown: blocks(text, 'json').map(steady) };
}

/** Without what differs each time: identifiers and times. */
const steady = (json: string) =>
  JSON.parse(json, (key, value: unknown) =>
    /Id$|At$|Ref$|^asOf$/.test(key) ? typeof value : value,
  ) as unknown;
