import type { Issue } from '@timbre/kit';
import type { z } from 'zod';
import type { Asking } from '../perform/perform';
import type { OperationRow } from '../operations/operation';
import { choices, type Arguments } from './choices';
import { isDataOrFile, sameInput } from './tools';

/** The page size of lists. The number is small, because a model reads all entries. */
const pageSize = '10';

/** Arguments that belong to the tool rather than to its operation. */
const ofTool = ['idempotencyKey', 'confirmationToken'];

export interface Given {
  arguments: Arguments;
  /** Errors in the JSON text of the arguments, for example numbers with too many digits. */
  issues: Issue[];
}

/** Converts the arguments of a tool call into a request for the tool's operation. */
export function askingOf(
  tool: string,
  row: OperationRow,
  given: Given,
  idempotencyKey: string | undefined,
): Asking {
  const inPath = namesOf(row.params);
  const inQuery = namesOf(row.query).filter((name) => name !== 'format' || !isDataOrFile(row));
  const params: Record<string, string | undefined> = {};
  const search = new URLSearchParams();
  const rest: Arguments = {};
  for (const [name, value] of Object.entries(argumentsOf(tool, given.arguments))) {
    if (value === undefined) continue;
    if (inPath.includes(name)) params[name] = plain(value);
    else if (inQuery.includes(name)) search.set(name, plain(value));
    else Object.defineProperty(rest, name, { value, enumerable: true, configurable: true });
  }
  if (inQuery.includes('limit') && !search.has('limit')) search.set('limit', pageSize);
  if (row.fileTypes && inQuery.includes('as')) search.set('as', 'link');
  const bodyOfCall = sameInput[tool] ? (rest.input ?? {}) : rest;
  const isEmpty = Object.keys(rest).length === 0;
  return {
    path: row.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(params[name] ?? ''),
    ),
    params,
    search,
    idempotencyKey,
    read: () =>
      Promise.resolve({
        body: isEmpty && !row.body ? undefined : bodyOfCall,
        bodyIssues: given.issues,
      }),
  };
}

/**
 * Returns the operation's arguments, without the arguments that select the operation row or belong
 * to the tool.
 */
function argumentsOf(tool: string, given: Arguments): Arguments {
  const choice = choices[tool];
  const left = choice?.by === 'value' ? [...ofTool, choice.argument] : ofTool;
  return Object.fromEntries(Object.entries(given).filter(([name]) => !left.includes(name)));
}

const namesOf = (schema: z.ZodType | undefined): string[] =>
  schema ? Object.keys((schema as z.ZodObject).shape) : [];

const plain = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);
