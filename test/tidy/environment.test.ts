import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { publicKeysVariable, services } from '../../scripts/runtime/services.mjs';

const root = join(__dirname, '..', '..');

const namesIn = (files: string[]) =>
  new Set(
    files.flatMap(
      (file) => readFileSync(join(root, file), 'utf8').match(/\bTIMBRE_[A-Z_]+/g) ?? [],
    ),
  );

const documented = namesIn(['.env.example']);
const isSource = (file: string) => !/node_modules|[\\/]dist[\\/]|\.test\.ts$/.test(file);
const read = namesIn(
  globSync('{packages/kit,services/*,gateway}/src/**/*.ts', { cwd: root }).filter(isSource),
);
/** Environment variables that users may set for the scripts. */
const ofScripts = ['TIMBRE_POSTGRES_URL', 'TIMBRE_NATS_URL'];
/** The names of these variables are made of the names of the processes that call a service. */
const ofCallers = services.map(({ name }) => publicKeysVariable(name));

describe('.env.example', () => {
  it('.env.example documents every variable that a process reads', () => {
    expect([...read].filter((name) => !documented.has(name))).toEqual([]);
  });

  it('.env.example documents no environment variable that no process reads', () => {
    const known = new Set([...read, ...ofScripts, ...ofCallers]);
    expect([...documented].filter((name) => !known.has(name))).toEqual([]);
  });
});
