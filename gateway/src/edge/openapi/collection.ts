import type { Described, Document, Operation, Parameter } from './described';
import type { Example, Examples } from './examples';

/** The URL path of the Postman collection. A page of the documentation site links to this path. */
export const collectionPath = '/docs/timbre.postman_collection.json';

/** A path or query value in the collection's format. */
interface Value {
  key: string;
  value: string;
  description?: string | undefined;
  disabled?: boolean;
}

/**
 * Returns all operations with their recorded examples as a collection of version 2.1, a format that
 * Postman, Bruno and other tools import. The collection's variables are the URL of this deployment
 * and the user's API key.
 */
export function collectionOf(document: Document, examples: Examples): object {
  // The cast is needed, because the library's types allow more variants than the document contains.
  const described = document as unknown as Described;
  const { servers, tags, paths, components } = described;
  const rows = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const folders = tags.map(({ name, 'x-displayName': title, description }) => ({
    name: title,
    description,
    item: rows
      .filter(({ operation }) => operation.tags[0] === name)
      .map(({ path, method, operation }) => {
        const parameters = (operation.parameters ?? []).map((one) => resolved(components, one));
        const recorded = examples.operations[operation.operationId] ?? {};
        return itemOf(method.toUpperCase(), path, operation, parameters, recorded);
      }),
  }));
  return {
    info: {
      name: 'Timbre',
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{key}}', type: 'string' }] },
    variable: [
      { key: 'url', value: servers[0]?.url ?? '' },
      { key: 'key', value: '' },
    ],
    item: folders.filter(({ item }) => item.length > 0),
  };
}

/** Replaces `$ref` references with the shared parameters that they name. */
const resolved = (
  { parameters = {} }: Described['components'],
  parameter: Parameter | { $ref: string },
): Parameter => {
  const shared = '$ref' in parameter ? parameters[nameOf(parameter.$ref)] : parameter;
  if (!shared) throw new Error(`no parameter ${JSON.stringify(parameter)}`);
  return shared;
};

const nameOf = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1);

function itemOf(
  method: string,
  path: string,
  { summary, description }: Operation,
  parameters: Parameter[],
  recorded: { accepted?: Example; refused?: Example },
): object {
  const { accepted } = recorded;
  const isKeyed = parameters.some(({ name }) => name === 'Idempotency-Key');
  const request = accepted?.request;
  return {
    name: summary,
    request: {
      method,
      description,
      // Postman and Bruno generate a new idempotency key for each request. To repeat a request, the
      // user enters a fixed idempotency key.
      header: isKeyed ? [{ key: 'Idempotency-Key', value: '{{$guid}}' }] : [],
      url: urlOf(path, parameters, accepted?.target ?? path),
      ...(request !== undefined && { body: jsonBody(request) }),
    },
    response: Object.entries(recorded).map(([name, { status, answer }]) => ({
      name,
      code: status,
      header: [{ key: 'Content-Type', value: 'application/json' }],
      _postman_previewlanguage: 'json',
      body: JSON.stringify(answer, null, 2),
    })),
  };
}

const jsonBody = (value: unknown): object => ({
  mode: 'raw',
  raw: JSON.stringify(value, null, 2),
  options: { raw: { language: 'json' } },
});

/**
 * Returns the URL with the example's values. Parameters that the example does not use are included
 * as disabled parameters.
 */
function urlOf(path: string, parameters: Parameter[], target: string): object {
  const example = new URL(target, 'https://api.example');
  const given = example.pathname.split('/');
  const segments = path.split('/').map((segment) => segment.replace(/^\{(\w+)\}$/, ':$1'));
  const valueOf = (name: string) => given[segments.indexOf(`:${name}`)] ?? '';
  const variable = parameters
    .filter((one) => one.in === 'path')
    .map(({ name, description }): Value => {
      return { key: name, value: decodeURIComponent(valueOf(name)), description };
    });
  const query = parameters
    .filter((one) => one.in === 'query')
    .map(({ name, description }): Value => {
      const value = example.searchParams.get(name);
      return { key: name, value: value ?? '', description, disabled: value === null };
    });
  const asked = query.filter(({ disabled }) => !disabled);
  const text = new URLSearchParams(
    asked.map(({ key, value }): [string, string] => [key, value]),
  ).toString();
  return {
    raw: `{{url}}${segments.join('/')}${text && `?${text}`}`,
    host: ['{{url}}'],
    path: segments.slice(1),
    variable,
    query,
  };
}
