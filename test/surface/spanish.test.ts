import { areas, eventTypes } from '../../packages/api/src';
import { openApiDocument } from '../../gateway/src/edge/openapi/document';
import { recordedExamples, withExamples } from '../../gateway/src/edge/openapi/examples';
import { sharedSpanish } from '../../gateway/src/edge/openapi/shared-spanish';
import { spanishDocument } from '../../gateway/src/edge/openapi/spanish';
import { descriptionOf } from '../../gateway/src/edge/openapi/document';
import { operations } from '../../gateway/src/edge/operations';
import { problemsOf } from './lint';

interface Worded {
  $ref?: string;
  description?: string;
}

interface Described {
  operationId: string;
  summary: string;
  description: string;
  parameters?: Worded[];
  responses: Record<string, Worded>;
}

interface Document {
  info: Worded;
  tags: { name: string; 'x-displayName': string; description: string }[];
  paths: Record<string, Record<string, Described>>;
  webhooks: Record<string, Record<string, Described>>;
  components: Record<'parameters' | 'headers' | 'responses', Record<string, Worded>> & {
    schemas: { IdempotencyKey: Worded };
  };
}

const english = openApiDocument(operations, 'https://api.example');
const spanish = spanishDocument(english, operations);
const plain = (document: object) => JSON.parse(JSON.stringify(document)) as Document;
const [en, es] = [plain(english), plain(spanish)];

const operationsOf = ({ paths, webhooks }: Document) =>
  [...Object.values(paths), ...Object.values(webhooks)].flatMap((methods) =>
    Object.values(methods),
  );

/** Returns the texts that several operations share. Codes are equal in every language. */
function sharedWordsOf(document: Document): string[] {
  const { components, info } = document;
  const { parameters, headers, responses, schemas } = components;
  const parts = [
    info,
    schemas.IdempotencyKey,
    ...[parameters, headers, responses].flatMap((named) => Object.values(named)),
    ...operationsOf(document).flatMap((one) => [
      ...(one.parameters ?? []),
      ...Object.values(one.responses),
    ]),
  ];
  const words = parts.flatMap(({ description }) => description ?? []);
  return [...new Set(words)].filter((text) => !/^([a-z_]+(, [a-z_]+)*|`\w+`)$/.test(text));
}

/** Every text of the Spanish description that must be Spanish, with its path. */
const written = [
  ...es.tags.flatMap((tag) => [
    [`${tag.name} title`, tag['x-displayName']],
    [`${tag.name} description`, tag.description],
  ]),
  ...operationsOf(es).flatMap(({ operationId, summary, description }) => [
    [`${operationId} summary`, summary],
    // Only operations have a description; events have none.
    ...(description === undefined ? [] : [[`${operationId} description`, description]]),
  ]),
  ...sharedWordsOf(es).map((text) => ['shared', text]),
] as [place: string, text: string][];

/** Removes the names of operations, fields and their values, which are equal in every language. */
const withoutNames = (text: string): string =>
  text.replaceAll(/`[^`]*`|\w*[a-z][A-Z]\w*|\w+[_:]\w+|Request-Id|\bday (?=para|si)/g, '');

/** Words that occur in nearly every English sentence and are not Spanish words. */
const englishWords =
  /(?<!\p{L})(the|of|and|or|to|is|are|was|were|be|been|it|its|that|this|these|which|for|with|from|by|on|at|in|an|as|if|not|only|when|who|what|list|get|create|update|delete|set|send|read|key|draft|stamp|invoice|receipt|customer|supplier|filters|identifier|first|last|day|answer|request|has|have|can|cannot|must|may|does|did|after|before|until|without|each|every|all|any|new)(?!\p{L})/iu;

describe('the Spanish description', () => {
  it('the Spanish description has no English word in its operations, areas, events, parameters, headers and responses', () => {
    const faults = written.filter(([, text]) => englishWords.test(withoutNames(text)));
    expect(faults).toEqual([]);
    expect(written.length).toBeGreaterThan(700);
  });

  it('the Spanish description has its own summary and description of every operation and event', () => {
    const same = operationsOf(es).filter(({ summary, description }, index) => {
      const other = operationsOf(en)[index]!;
      const isSame = description !== undefined && description === other.description;
      return summary === other.summary || isSame;
    });
    expect(same.map(({ operationId }) => operationId)).toEqual([]);
  });

  it('the Spanish description translates each shared text, and contains no unused translation', () => {
    const words = sharedWordsOf(en);
    expect(words.filter((text) => !Object.hasOwn(sharedSpanish, text))).toEqual([]);
    const headers = ['Methods that the path supports.'];
    const used = new Set([...words, ...headers]);
    expect(Object.keys(sharedSpanish).filter((text) => !used.has(text))).toEqual([]);
  });

  it('the Spanish description has one translation for each English text', () => {
    const texts = [
      ...operations.flatMap((row) => [row.summary, descriptionOf(row)]),
      ...eventTypes.map(({ summary }) => summary),
      ...Object.values(areas).flatMap(({ title, description }) => [title, description]),
    ];
    const alike = Object.entries(Object.groupBy(texts, (text) => text.en));
    const several = alike.filter(([, group]) => new Set(group!.map((text) => text.es)).size > 1);
    expect(several.map(([text]) => text)).toEqual([]);
  });

  it('the Spanish description has the same operations, fields and codes as the English description', () => {
    const rows = operations.map((row) => [row.id, row.summary, descriptionOf(row)] as const);
    const namesIn = (text: string) =>
      [...new Set(text.match(/`[^`]+`|\b[a-z]+[A-Z]\w*/g) ?? [])].sort();
    const faults = rows.filter(
      ([, , { en: one, es: other }]) => namesIn(one).join() !== namesIn(other).join(),
    );
    expect(faults.map(([id, , text]) => [id, namesIn(text.en), namesIn(text.es)])).toEqual([]);
  });

  it('the Spanish description differs from the English description only in texts, and has the same examples', () => {
    const worded = new Set(['summary', 'description', 'x-displayName']);
    const bare = (document: object) =>
      JSON.stringify(document, (name, value: unknown) =>
        worded.has(name) && typeof value === 'string' ? undefined : value,
      );
    expect(bare(spanish)).toBe(bare(english));
    const served = withExamples(
      openApiDocument(operations, 'https://api.example'),
      recordedExamples(),
    );
    const examplesOf = (document: object) => {
      const found: unknown[] = [];
      JSON.stringify(document, (name, value: unknown) => {
        if (name === 'examples') found.push(value);
        return value;
      });
      return found;
    };
    expect(examplesOf(spanishDocument(served, operations))).toEqual(examplesOf(served));
  });

  it('the Spanish description passes the OpenAPI linter', () => {
    expect(problemsOf(spanish).filter(({ severity }) => severity === 'error')).toEqual([]);
  });
});
