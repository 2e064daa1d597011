import type { z } from 'zod';
import { firstIn } from '@timbre/fiscal';
import type { OperationRow } from '../operations/operation';
import { choices, valuesOf } from './choices';
import { proposedAction } from '../operations/power';
import { inputSchemaOf, merged, type ObjectSchema, type Schema } from './input-schema';

/** An assistant tool: one operation, or several operations with the same tool name. */
export interface Tool {
  name: string;
  rows: OperationRow[];
  /**
   * The tool name of each operation, keyed by the operation's name. In descriptions, the tool name
   * replaces the operation name.
   */
  names: ReadonlyMap<string, string | undefined>;
}

/** A tool in the format of `tools/list`. */
export interface ListedTool {
  name: string;
  description: string;
  inputSchema: ObjectSchema;
  annotations: Record<string, boolean>;
}

/**
 * Tools whose `input` has the same schema as the input of another tool; the schema is listed only
 * once.
 */
export const sameInput: Record<string, string> = { preview_cfdi: 'create_cfdi_draft' };

const descriptionMax = 240;

/** Returns the tools that the operation rows define, in the order of the rows. */
export function toolsOf(operations: OperationRow[]): Map<string, Tool> {
  const names = new Map(operations.map(({ id, tool }) => [id, tool]));
  const tools = new Map<string, Tool>();
  for (const row of operations) {
    if (!row.tool) continue;
    const tool = tools.get(row.tool) ?? { name: row.tool, rows: [], names };
    tool.rows.push(row);
    tools.set(row.tool, tool);
  }
  return tools;
}

/** Whether every operation of the tool only reads. */
export const isReadOnly = ({ rows }: Tool): boolean => rows.every((row) => !row.isIdempotent);

/**
 * Returns a tool's description for a model, composed from the operation rows that the credential
 * may use.
 * @param isProposing states whether actions of the credential wait for approval
 */
export function listedTool(
  tool: Tool,
  isListed: (name: string) => boolean,
  isProposing = false,
): ListedTool {
  return {
    name: tool.name,
    description: descriptionOf(tool, isProposing),
    inputSchema: inTools(schemaOf(tool, isListed, isProposing), tool.names) as ObjectSchema,
    annotations: annotationsOf(tool),
  };
}

function descriptionOf({ name, rows, names }: Tool, isProposing: boolean): string {
  const { summary, description } = firstIn(rows);
  const purpose = choices[name]?.purpose ?? firstIn(rows).purpose;
  const text = firstSentences(purpose ?? `${summary.en}. ${description?.en ?? ''}`.trim(), names);
  if (isProposing)
    return rows.some(proposedAction) ? `${text} Waits until a person approves it.` : text;
  return rows.some((row) => row.irreversible)
    ? `${text} Asks for confirmation before it acts.`
    : text;
}

/**
 * Returns as many first sentences of a text as fit into a description. Operation names are replaced
 * with tool names. A sentence that mentions an operation without a tool is omitted.
 */
function firstSentences(text: string, names: Tool['names']): string {
  const sentences = text
    .split(/(?<=[.;])\s+/)
    .flatMap((sentence) => inToolWords(sentence, names) ?? []);
  let kept = firstIn(sentences);
  for (const sentence of sentences.slice(1)) {
    if (kept.length + sentence.length + 1 > descriptionMax) break;
    kept += ` ${sentence}`;
  }
  return kept.replace(/;$/, '.');
}

function inToolWords(sentence: string, names: Tool['names']): string | undefined {
  const words = sentence.match(/\b[a-z]+[A-Z]\w*/g) ?? [];
  if (words.some((word) => names.has(word) && !names.get(word))) return undefined;
  return sentence.replaceAll(/\b[a-z]+[A-Z]\w*/g, (word) => names.get(word) ?? word);
}

/** Replaces operation names with tool names in the descriptions of a schema. */
function inTools(schema: Schema, names: Tool['names']): Schema {
  const { description: given, properties, items, anyOf, ...rest } = schema;
  const description = given && inToolWords(given, names);
  const members = Object.entries(properties ?? {}).map(([name, one]) => [
    name,
    inTools(one, names),
  ]);
  return {
    ...rest,
    ...(description && { description }),
    ...(properties && { properties: Object.fromEntries(members) as Record<string, Schema> }),
    ...(items && { items: inTools(items, names) }),
    ...(anyOf && { anyOf: anyOf.map((one) => inTools(one, names)) }),
  };
}

function schemaOf(
  tool: Tool,
  isListed: (name: string) => boolean,
  isProposing: boolean,
): ObjectSchema {
  const { properties, required } = ownSchema(tool, isListed);
  const isWrite = tool.rows.some((row) => row.isIdempotent);
  const asks = !isProposing && tool.rows.some((row) => row.irreversible);
  return {
    type: 'object',
    properties: {
      ...properties,
      ...(asks && { confirmationToken: text('From the first answer, to act as summarized.') }),
      ...(isWrite && !asks && { idempotencyKey: text('To repeat a call.') }),
    },
    ...(required?.length && { required }),
  };
}

const text = (description: string): Schema => ({ type: 'string', description });

function ownSchema({ name, rows }: Tool, isListed: (name: string) => boolean): ObjectSchema {
  const other = sameInput[name];
  if (other) {
    const same: Schema = { type: 'object', description: `The same arguments as for ${other}.` };
    const input = isListed(other) ? same : inputSchemaOf(firstIn(rows).body);
    return { type: 'object', properties: { input }, required: ['input'] };
  }
  const schema = merged(rows.map(schemaOfRow));
  const choice = choices[name];
  if (!choice) return schema;
  const { argument, description } = choice;
  if (choice.by === 'presence') {
    schema.properties[argument] = text(description);
    return schema;
  }
  const deciding: Schema =
    choice.by === 'prefix' ? text(description) : { ...text(description), enum: valuesOf(rows) };
  const { [argument]: _, ...properties } = schema.properties;
  const required = [argument, ...(schema.required ?? []).filter((name) => name !== argument)];
  return { type: 'object', properties: { [argument]: deciding, ...properties }, required };
}

/**
 * Whether the operation has a parameter `format` that selects between data and files. The parameter
 * is omitted for assistants, which always receive the data.
 */
export const isDataOrFile = ({ query }: OperationRow): boolean =>
  (query as z.ZodObject | undefined)?.shape['format']?.safeParse('json').success ?? false;

/** Returns the members of path, query and body as one object schema. */
function schemaOfRow(row: OperationRow): ObjectSchema {
  const parts = [row.params, row.query, row.body].map((part) => inputSchemaOf(part as z.ZodType));
  const properties = Object.assign({}, ...parts.map((part) => part.properties)) as Record<
    string,
    Schema
  >;
  // The choice between a file and a link is omitted, because an assistant always receives a link.
  if (row.fileTypes) delete properties.as;
  if (isDataOrFile(row)) delete properties.format;
  if (row.isList && properties.limit) {
    properties.limit = { type: 'integer', description: 'At most 50; 10 if absent.' };
    // The date and word filters need no description: their names are clear, and the instructions
    // state that both days are inclusive.
    for (const name of ['dateFrom', 'dateTo', 'query']) {
      const { description: _, ...bare } = properties[name] ?? {};
      if (properties[name]) properties[name] = bare;
    }
  }
  const required = parts.flatMap((part) => part.required ?? []);
  return { type: 'object', properties, ...(required.length > 0 && { required }) };
}

function annotationsOf(tool: Tool): Record<string, boolean> {
  const readOnlyHint = isReadOnly(tool);
  return {
    readOnlyHint,
    ...(!readOnlyHint && {
      destructiveHint: tool.rows.some((row) => row.irreversible),
      idempotentHint: true,
    }),
    openWorldHint: tool.rows.some((row) => row.reachesOut),
  };
}
