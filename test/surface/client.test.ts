import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { routes } from '../../clients/typescript/src/routes';
import { openApiDocument } from '../../gateway/src/edge/openapi/document';
import { operations } from '../../gateway/src/edge/operations';

const pythonClient = join(__dirname, '../../clients/python/timbre_client');

interface Described {
  operationId: string;
  parameters?: { name?: string }[];
}

/** Returns the route table that the OpenAPI description implies. */
function described(): Record<string, readonly unknown[]> {
  const { paths } = openApiDocument(operations, 'https://api.example') as unknown as {
    paths: Record<string, Record<string, Described>>;
  };
  const rows = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, parameters = [] }]) => {
      const isKeyed = parameters.some(({ name }) => name === 'Idempotency-Key');
      return [operationId, [method.toUpperCase(), path, ...(isKeyed ? ['keyed'] : [])]] as const;
    }),
  );
  return Object.fromEntries(rows);
}

/** Returns the route table of the Python client, with names in Python style. */
function pythonRoutes(): Record<string, readonly unknown[]> {
  const text = readFileSync(join(pythonClient, 'routes.py'), 'utf8');
  const rows = [...text.matchAll(/^ {4}"(\w+)": \("([A-Z]+)", "([^"]+)", (True|False)\),$/gm)];
  return Object.fromEntries(
    rows.map(([, name = '', method, path, isKeyed]) => [
      name,
      [method, path, ...(isKeyed === 'True' ? ['keyed'] : [])],
    ]),
  );
}

const snake = (id: string) => id.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

describe('the Python client', () => {
  it('the Python client calls every operation as OpenAPI describes it; `npm run generate` updates the client', () => {
    const wanted = Object.entries(described()).map(([id, route]) => [snake(id), route]);
    expect(pythonRoutes()).toEqual(Object.fromEntries(wanted));
  });
});

describe('the TypeScript client', () => {
  it('the TypeScript client calls every operation as OpenAPI describes it; `npm run generate` updates the client', () => {
    expect(Object.keys(described()).length).toBeGreaterThan(200);
    expect(routes).toEqual(described());
  });
});
