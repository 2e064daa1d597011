import ts from 'typescript';
import { byName } from '../../packages/kit/src';
import { Unknown } from './values';

/** What kit does to a text beside building it. */
export const ownOfKit: Record<string, (...args: never[]) => unknown> = {
  prepared: (text) => text,
  memoizeSql: (write) => write,
  byName(text: unknown, values: object, first?: number) {
    if (typeof text !== 'string') return text;
    const names = Object.keys(values).map((name) => [name, undefined]);
    return byName(text, Object.fromEntries(names) as object as Record<string, unknown>, first);
  },
};

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
