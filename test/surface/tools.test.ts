import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { choices } from '../../gateway/src/edge/assistant/choices';
import { listedTool, toolsOf, type ListedTool } from '../../gateway/src/edge/assistant/tools';
import type { Schema } from '../../gateway/src/edge/assistant/input-schema';
import { operations } from '../../gateway/src/edge/operations';

const tools = [...toolsOf(operations).values()].map((tool) => listedTool(tool, () => true));

const tokensOf = (value: unknown): number => encode(JSON.stringify(value)).length;

/** Returns every schema within a schema, including the schema itself. */
const within = (schema: Schema): Schema[] => [
  schema,
  ...[...Object.values(schema.properties ?? {}), ...(schema.anyOf ?? [])].flatMap(within),
  ...(schema.items ? within(schema.items) : []),
];

const schemas = tools.flatMap(({ name, inputSchema }) =>
  within(inputSchema).map((schema) => ({ name, schema })),
);

describe('the tools of assistants', () => {
  it('the tools of assistants cost at most 700 tokens each, 1,800 for each of the three largest, and 15,000 together', () => {
    const bySize = tools.map(tokensOf).sort((a, b) => b - a);
    expect(Math.max(...bySize.slice(0, 3))).toBeLessThanOrEqual(1_800);
    expect(Math.max(...bySize.slice(3))).toBeLessThanOrEqual(700);
    expect(tokensOf(tools)).toBeLessThanOrEqual(15_000);
  });

  it('the tools of assistants have names that every model and client accepts', () => {
    const names = tools.map(({ name }) => name);
    expect(names.filter((name) => !/^[a-z][a-z0-9_]{1,39}$/.test(name))).toEqual([]);
    expect(names).toHaveLength(new Set(names).size);
    expect(names.length).toBeGreaterThan(40);
  });

  it('the tools of assistants refer to tools and never to operations', () => {
    const ids = operations.map(({ id }) => id).filter((id) => /[A-Z]/.test(id));
    const odd = tools.filter((tool) =>
      ids.some((id) => new RegExp(`\\b${id}\\b`).test(JSON.stringify(tool))),
    );
    expect(odd.map(({ name }) => name)).toEqual([]);
  });

  it('the tools of assistants accept one object without alternatives', () => {
    const odd = tools.filter(
      ({ inputSchema }) =>
        inputSchema.type !== 'object' ||
        ['anyOf', 'oneOf', 'allOf', '$ref'].some((key) => key in inputSchema),
    );
    expect(odd.map(({ name }) => name)).toEqual([]);
  });

  it('the tools of assistants have schemas without keywords that some models reject', () => {
    const allowed = 'type description format enum properties required items anyOf'.split(' ');
    const odd = schemas.filter(
      ({ schema }) =>
        Object.keys(schema).some((key) => !allowed.includes(key)) ||
        (typeof schema.type !== 'string' && !schema.anyOf) ||
        (schema.type === 'array' && !schema.items) ||
        schema.enum?.length === 0,
    );
    expect(odd).toEqual([]);
  });

  it('a combined tool of assistants can choose each of its operations', () => {
    const undecided = [...toolsOf(operations).values()].filter(({ name, rows }) => {
      const values = rows.map((row) => row.choice);
      if (!choices[name]) return rows.length > 1 || values[0] !== undefined;
      return values.includes(undefined) || new Set(values).size < values.length;
    });
    expect(undecided.map(({ name }) => name)).toEqual([]);
  });

  it('the tools of assistants require only members that they define', () => {
    const odd = schemas.filter(({ schema }) =>
      schema.required?.some((name) => !schema.properties?.[name]),
    );
    expect(odd).toEqual([]);
  });

  it('are unchanged', () => {
    const shown = ({ annotations, ...tool }: ListedTool) => ({
      tokens: tokensOf(tool),
      hints: Object.keys(annotations).filter((hint) => annotations[hint]),
      description: tool.description,
      arguments: Object.keys(tool.inputSchema.properties),
      required: tool.inputSchema.required ?? [],
    });
    expect(Object.fromEntries(tools.map((tool) => [tool.name, shown(tool)]))).toMatchSnapshot();
  });
});
