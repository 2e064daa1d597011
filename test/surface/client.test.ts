import { routes } from '../../clients/typescript/src/routes';
import { openApiDocument } from '../../gateway/src/edge/openapi/document';
import { operations } from '../../gateway/src/edge/operations';

interface Described {
  operationId: string;
  parameters?: { name?: string }[];
}

/** The table that the description asks for. */
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

describe('the TypeScript client', () => {
  it('calls every operation as it is described; `npm run generate` brings it up to date', () => {
    expect(Object.keys(described()).length).toBeGreaterThan(200);
    expect(routes).toEqual(described());
  });
});
