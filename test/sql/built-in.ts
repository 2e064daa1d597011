import { join } from 'node:path';
import ts from 'typescript';
import { byName } from '../../packages/kit/src';
import { root } from './sources';
import { partial, Unknown } from './values';

/** The text functions of packages/kit that the interpreter executes. */
export const ownOfKit: Record<string, (...args: never[]) => unknown> = {
  prepared: (text) => text,
  memoizeSql: (write) => write,
  byName(text: unknown, values: object, first?: number) {
    if (typeof text !== 'string') return text;
    const given = partial.has(values) ? wordsOf(text, first) : Object.keys(values);
    const named = Object.fromEntries(given.map((name) => [name, undefined]));
    const [sql, sent] = byName(text, named, first);
    textsByName.add(sql);
    return [sql, sent];
  },
};

export const textsByName = new Set<string>();

/**
 * Returns the names of the values in a text, if not all values of the text can be evaluated. Names
 * that a `Reader` provides itself are omitted.
 */
export const wordsOf = (text: string, first = 1): string[] =>
  [...text.matchAll(/(?<![:\w]):([a-z]\w*)/gi)]
    .map(([, word]) => word!)
    .filter((word) => first === 1 || !['org', 'now', 'today'].includes(word));

export const regExpOf = (text: string): RegExp => {
  const end = text.lastIndexOf('/');
  return new RegExp(text.slice(1, end), text.slice(end + 1));
};

export const globalNames: Record<string, unknown> = {
  Object,
  String,
  Number,
  Array,
  Math,
  Map,
  Set,
  JSON,
  Boolean,
};

export function imported(from: string, name: string): unknown {
  if (!from.startsWith('@timbre/')) return new Unknown(`${name} of ${from}`);
  const value = jest.requireActual<Record<string, unknown>>(from)[name];
  return value ?? new Unknown(`${name} of ${from}`);
}

type Operate = (left: never, right: never) => unknown;

export const operators: Partial<Record<ts.SyntaxKind, Operate>> = {
  [ts.SyntaxKind.PlusToken]: (left: string, right: string) => left + right,
  [ts.SyntaxKind.MinusToken]: (left: number, right: number) => left - right,
  [ts.SyntaxKind.AsteriskToken]: (left: number, right: number) => left * right,
  [ts.SyntaxKind.AsteriskAsteriskToken]: (left: number, right: number) => left ** right,
  [ts.SyntaxKind.SlashToken]: (left: number, right: number) => left / right,
  [ts.SyntaxKind.EqualsEqualsEqualsToken]: (left, right) => left === right,
  [ts.SyntaxKind.ExclamationEqualsEqualsToken]: (left, right) => left !== right,
  [ts.SyntaxKind.GreaterThanToken]: (left: number, right: number) => left > right,
  [ts.SyntaxKind.LessThanToken]: (left: number, right: number) => left < right,
};

/** Returns the exported definition of a table. */
export function definitionAt(call: ts.CallExpression): unknown {
  const { parent } = call;
  if (!ts.isVariableDeclaration(parent) || !ts.isIdentifier(parent.name))
    return new Unknown('a definition without a name');
  const file = join(root, call.getSourceFile().fileName);
  return jest.requireActual<Record<string, unknown>>(file)[parent.name.text];
}
