import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { services } from '../../scripts/runtime/services.mjs';
import { storeOf } from '../migrations-of';

const root = join(__dirname, '..', '..');
const read = (file: string) =>
  existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : '';
const names = services.map(({ name }) => name);
const snake = (name: string) => name.replaceAll('-', '_');
const twice = (values: unknown[]) =>
  values.filter((value, index) => value !== undefined && values.indexOf(value) !== index);

describe('deploy/helm/timbre/services.json', () => {
  it('deploy/helm/timbre/services.json lists exactly the processes that have a folder', () => {
    const folders = globSync(['services/*', 'gateway'], { cwd: root });
    expect(services.map(({ folder }) => folder).sort()).toEqual(folders.sort());
  });

  it('deploy/helm/timbre/services.json assigns every port and database once', () => {
    expect(twice(services.flatMap(({ ports }) => Object.values(ports)))).toEqual([]);
    expect(twice(services.map(({ database }) => database))).toEqual([]);
  });

  it('deploy/helm/timbre/services.json lets only one service stamp', () => {
    expect(services.filter(({ stamps }) => stamps).map(({ name }) => name)).toHaveLength(1);
  });

  it('deploy/helm/timbre/services.json lists the gateway last, because no request may arrive while the other processes stop', () => {
    expect(names.at(-1)).toBe('gateway');
  });

  it.each(services)(
    '$name calls existing services, and does not call itself',
    ({ name, calls = [] }) => {
      const callable = services.filter((one) => one.ports.grpc && one.name !== name);
      expect(callable.map((one) => one.name)).toEqual(expect.arrayContaining(calls));
    },
  );

  it.each(services)('$name has every setting that a process of its kind needs', (service) => {
    const { name, folder, ports, database } = service;
    const needs: [what: string, isThere: boolean][] = [
      [
        `${folder}/package.json, named @timbre/${name}`,
        read(`${folder}/package.json`).includes(`"@timbre/${name}"`),
      ],
      [
        `${folder}/src/main.ts that says '${name}'`,
        read(`${folder}/src/main.ts`).includes(`'${name}'`),
      ],
      [
        'its line in ARCHITECTURE.md under Processes',
        read('ARCHITECTURE.md').includes(`\n| \`${folder}\``),
      ],
    ];
    if (database)
      needs.push([
        `${storeOf(folder)}/migrations/index.ts`,
        read(`${storeOf(folder)}/migrations/index.ts`) !== '',
      ]);
    if (ports.grpc)
      needs.push(
        [
          `proto/${snake(name)}/v1/${snake(name)}.proto`,
          read(`proto/${snake(name)}/v1/${snake(name)}.proto`) !== '',
        ],
        [
          `packages/contract/src/index.ts exports ${snake(name)}`,
          read('packages/contract/src/index.ts').includes(`/${snake(name)}'`),
        ],
        [`${folder}/src/rpc/service.ts`, read(`${folder}/src/rpc/service.ts`) !== ''],
        [`${folder}/README.md`, read(`${folder}/README.md`) !== ''],
      );
    expect(needs.filter(([, isThere]) => !isThere).map(([what]) => what)).toEqual([]);
  });
});
