import { operations } from '../../gateway/src/edge/operations';
import { openApiDocument } from '../../gateway/src/edge/openapi/document';

interface Schema {
  $ref?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}

/**
 * Whether values with this name must not appear in logs, because they are secrets or personal data.
 */
const isSecret = (name: string) =>
  /passphrase|privateKey|apiKey|password|secret|token|curp|socialSecurity|bankAccount|^rfc$/i.test(
    name,
  );

const document = JSON.parse(JSON.stringify(openApiDocument(operations, 'https://api.example'))) as {
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, Schema> };
};

interface Described {
  operationId: string;
  requestBody?: { content: Record<string, { schema: Schema }> };
}

/** Returns the paths of the secret members of a body, such as `employees.0.curp`. */
function secretsIn(schema: Schema, path: string[] = [], seen: string[] = []): string[] {
  const { $ref, properties = {}, items, anyOf = [], oneOf = [], allOf = [] } = schema;
  if ($ref !== undefined) {
    if (seen.includes($ref)) return [];
    const named = document.components.schemas[$ref.split('/').at(-1)!]!;
    return secretsIn(named, path, [...seen, $ref]);
  }
  const members = Object.entries(properties).flatMap(([name, member]) =>
    isSecret(name) ? [[...path, name].join('.')] : secretsIn(member, [...path, name], seen),
  );
  const parts = [...anyOf, ...oneOf, ...allOf].flatMap((part) => secretsIn(part, path, seen));
  return [...members, ...parts, ...(items ? secretsIn(items, [...path, '0'], seen) : [])];
}

/** The operations that accept secrets, each with the paths of the secrets in its body. */
export const secretBodies = Object.values(document.paths)
  .flatMap((methods) => Object.values(methods))
  .map(({ operationId: id, requestBody }) => {
    const schemas = Object.values(requestBody?.content ?? {}).map(({ schema }) => schema);
    return { id, members: [...new Set(schemas.flatMap((schema) => secretsIn(schema)))] };
  })
  .filter(({ members }) => members.length > 0);

/** Returns a copy of a body with a value at a path. */
export function withValue(body: unknown, path: string, value: string): unknown {
  const [first, ...rest] = path.split('.');
  const inner = (body as Record<string, unknown> | undefined)?.[first!];
  const member = rest.length > 0 ? withValue(inner, rest.join('.'), value) : value;
  return first === '0' ? [member] : { ...(body as object), [first!]: member };
}
