import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { certain, memberAt, lastIn } from '@timbre/fiscal';
import type { openApiDocument } from './document';

type Document = ReturnType<typeof openApiDocument>;

/** A request that a test sent, and the response that it received. */
export interface Example {
  /** The request's path and query. */
  target: string;
  request?: unknown;
  status: number;
  answer: unknown;
}

/** The output of `npm run record:examples`. */
export interface Examples {
  operations: Record<string, { accepted?: Example; refused?: Example }>;
  /** The requests that webhook endpoints receive, keyed by event type. */
  events: Record<string, { request: unknown }>;
  refusals: Record<string, { answer: unknown }>;
  /** The response to a request that waits for a person's approval. */
  kept: { approval?: { answer: unknown } };
}

interface Content {
  content?: { 'application/json'?: { examples?: Record<string, object> } };
}

interface Answer extends Content {
  description: string;
}

interface Reference {
  $ref: string;
}

interface Operation {
  operationId: string;
  requestBody?: Content;
  parameters?: { name: string }[];
  responses: Record<string, Answer | Reference>;
}

interface Described {
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, Record<string, Operation>>;
  components: { responses: Record<string, Answer> };
}

/** Returns the examples that the tests have recorded. */
export function recordedExamples(): Examples {
  const folder = dirname(require.resolve('@timbre/gateway/package.json'));
  return JSON.parse(readFileSync(join(folder, 'examples.json'), 'utf8')) as Examples;
}

/**
 * Adds examples to each operation: an accepted request and a rejected request, each with its
 * response.
 */
export function withExamples(document: Document, examples: Examples): Document {
  // The library's types allow more variants than the document contains.
  const described = document as unknown as Described;
  for (const methods of Object.values(described.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const recorded = examples.operations[operation.operationId] ?? {};
      for (const [name, example] of Object.entries(recorded)) {
        addExample(described, operation, name, method, example);
      }
      operation.parameters &&= operation.parameters.map((one) => withKey(one, operation));
    }
  }
  for (const { post } of Object.values(described.webhooks)) {
    const { operationId, requestBody } = certain(post, 'post');
    const event = examples.events[operationId];
    if (event) add(requestBody, 'event', { value: event.request });
  }
  const { responses } = described.components;
  for (const response of Object.values(responses)) {
    for (const code of response.description.split(', ')) {
      const refusal = examples.refusals[code];
      if (refusal) add(response, code, { value: refusal.answer });
    }
  }
  const { approval } = examples.kept;
  if (approval) add(responses['KeptForApproval'], 'kept', { value: approval.answer });
  return document;
}

/**
 * Adds an example value to the idempotency key of a write, because readers of the document would
 * otherwise try out an empty key. Each operation has a different example key, because an
 * idempotency key identifies one request.
 */
function withKey(parameter: { name: string }, { operationId }: Operation): { name: string } {
  if (parameter.name !== 'Idempotency-Key') return parameter;
  return {
    ...parameter,
    examples: { accepted: { value: `${operationId}-1` } },
  } as typeof parameter;
}

function addExample(
  { components }: Described,
  { requestBody, responses }: Operation,
  name: string,
  method: string,
  { target, request, status, answer }: Example,
): void {
  if (request !== undefined) add(requestBody, name, { value: request });
  const given = responses[status];
  if (!given) return;
  // Several operations can share a response object, so this operation gets a copy for its example.
  const own =
    '$ref' in given ? copyOf(memberAt(components.responses, lastIn(given.$ref.split('/')))) : given;
  responses[status] = own;
  add(own, name, { summary: `${method.toUpperCase()} ${target}`, value: answer });
}

/** Copies a response object, so that adding examples does not change the original. */
function copyOf(answer: Answer): Answer {
  const json = answer.content?.['application/json'];
  return { ...answer, content: { 'application/json': { ...json } } };
}

function add(part: Content | undefined, name: string, example: object): void {
  const json = part?.content?.['application/json'];
  if (json) (json.examples ??= {})[name] = example;
}
