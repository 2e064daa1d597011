import type { Api } from '@timbre/testkit/client';

/** The members of an OpenAPI 3.1 description that the tests read. */
export interface Operation {
  operationId: string;
  method: string;
  /** The path template, with the parameters in braces. */
  path: string;
  description: string;
  /**
   * The required permissions. The alternative permissions of the operation. A caller needs only one
   * of them.
   */
  security?: { bearer: string[] }[];
  parameters: { in: 'path' | 'query' | 'header'; name: string; required?: boolean }[];
  requestBody?: { required: boolean };
  responses: Record<string, { headers: Record<string, { required?: boolean }>; content: object }>;
}

type Parameter = Operation['parameters'][number];
type Header = Operation['responses'][string]['headers'][string];

interface Answer {
  headers: Record<string, Header | Reference>;
  content: object;
}

interface Reference {
  $ref: string;
}

interface Described extends Omit<Operation, 'method' | 'path' | 'parameters' | 'responses'> {
  parameters?: (Parameter | Reference)[];
  responses: Record<string, Answer | Reference>;
}

interface Document {
  paths: Record<string, Record<string, Described>>;
  components: {
    parameters: Record<string, Parameter>;
    responses: Record<string, Answer>;
    headers: Record<string, Header>;
  };
}

export interface Description {
  document: Document;
  operations: Operation[];
}

const read = new Map<string, Promise<Description>>();

/** Returns the API description from `/openapi.json`, which is fetched once per test file. */
export function describedBy({ baseUrl }: Api): Promise<Description> {
  const known = read.get(baseUrl) ?? fetchDescription(baseUrl);
  read.set(baseUrl, known);
  return known;
}

async function fetchDescription(baseUrl: string): Promise<Description> {
  const response = await fetch(`${baseUrl}/openapi.json`);
  const document = (await response.json()) as Document;
  const { components } = document;
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      parameters: (operation.parameters ?? []).map((one) => shared(components.parameters, one)),
      responses: mapped(operation.responses, (one) => {
        const { headers, content } = shared(components.responses, one);
        return {
          content,
          headers: mapped(headers, (header) => shared(components.headers, header)),
        };
      }),
      method: method.toUpperCase(),
      path,
    })),
  );
  return { document, operations };
}

const mapped = <From, To>(parts: Record<string, From>, of: (part: From) => To) =>
  Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, of(part)]));

/** Resolves a reference to a shared component, and returns anything else unchanged. */
function shared<Part extends object>(parts: Record<string, Part>, part: Part | Reference): Part {
  return '$ref' in part ? parts[part.$ref.split('/').at(-1)!]! : part;
}

/** Returns the operation that handles a request, by the same routing rules as the server. */
export function operationOf(
  { operations }: Description,
  method: string,
  target: string,
): Operation | undefined {
  const path = target.split('?')[0]!;
  const matching = operations.filter((operation) => matchesTemplate(operation, path));
  // Literal segments have precedence over parameters: in /v1/credentials/current, `current` is not an
  // identifier.
  const fewest = Math.min(...matching.map(parameterCount));
  return matching.find(
    (operation) => operation.method === method && parameterCount(operation) === fewest,
  );
}

const parameterCount = ({ path }: Operation) => path.split('{').length;

/** Whether a path matches the template. */
const matchesTemplate = ({ path: template }: Pick<Operation, 'path'>, path: string): boolean =>
  new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path);

/** Fills in the parameters of a path template. Missing parameters get an unknown identifier. */
export function pathOf({ path }: Operation, params: Record<string, string> = {}): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? nowhere[name] ?? '');
}

const nobody = '01890000-0000-7000-8000-000000000000';

/** Values for path parameters that are well-formed, but identify no existing resource. */
const nowhere: Record<string, string> = new Proxy(
  { documentRef: `cfdi:${nobody}`, format: 'xml', catalog: 'c_Nada', code: '000' },
  { get: (known, name) => (known as Record<string, string>)[String(name)] ?? nobody },
);

export const isIdempotent = ({ parameters }: Operation): boolean =>
  parameters.some(({ in: place, name }) => place === 'header' && name === 'Idempotency-Key');

export const isList = ({ parameters }: Operation): boolean =>
  parameters.some(({ in: place, name }) => place === 'query' && name === 'cursor');
