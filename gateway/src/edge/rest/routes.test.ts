import { operations } from '../operations';
import type { OperationRow } from '../operations/operation';
import { createRoutes } from './routes';

const findRoute = createRoutes(operations);
const paths = [...new Set(operations.map(({ path }) => path))];
const rowsAt = (path: string) => operations.filter((row) => row.path === path);
const filled = (path: string) => path.replaceAll(/\{\w+\}/g, '7');

it.each(paths)('%s matches only the operations of this path', (path) => {
  const route = findRoute(filled(path));
  const rows = Object.fromEntries(rowsAt(path).map((row) => [row.method, row]));
  expect(route?.rows).toEqual(rows);
  expect(Object.values(route!.params)).toEqual((path.match(/\{/g) ?? []).map(() => '7'));
});

const row = (method: string, path: string) => ({ method, path }) as OperationRow;
const found = createRoutes([
  row('GET', '/v1/things/{thingId}'),
  row('POST', '/v1/things/preview'),
  row('POST', '/v1/things/{thingId}/send'),
]);

it.each([
  [
    'a fixed segment has precedence over a parameter for every method',
    '/v1/things/preview',
    ['POST'],
  ],
  ['a parameter matches a segment that no fixed path has', '/v1/things/preview/send', ['POST']],
  ['a parameter matches any other text', '/v1/things/previews', ['GET']],
  ['an unknown path has no operation', '/v1/nothing', undefined],
  ['a parameter is never empty', '/v1/things/', undefined],
  ['a path has no slash at its end', '/v1/things/7/', undefined],
  ['the case of a path matters', '/v1/Things/7', undefined],
  ['a path that cannot be decoded has no operation', '/v1/things/%E0%A4%A', undefined],
])('%s', (_, path, methods) => {
  const rows = found(path)?.rows;
  expect(rows && Object.keys(rows)).toEqual(methods);
});
