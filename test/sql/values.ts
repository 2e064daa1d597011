import type ts from 'typescript';

/** A value that only a running process knows. */
export class Unknown {
  constructor(readonly why: string) {}

  toString(): string {
    throw new Unresolved(this.why);
  }
}

/** The text depends on a value that is unknown here. */
export class Unresolved extends Error {}

/** The way that was taken ends in an error and sends nothing. */
export class Thrown extends Error {}

/** Values of variables; a closure keeps its own. */
export class Env {
  private readonly values = new Map<ts.Node, () => unknown>();
  readonly callers = new Set<ts.Node>();

  constructor(private readonly outer?: Env) {}

  get(node: ts.Node): (() => unknown) | undefined {
    return this.values.get(node) ?? this.outer?.get(node);
  }

  set(node: ts.Node, value: () => unknown): void {
    this.values.set(node, once(value));
  }

  has(fn: ts.Node): boolean {
    return this.callers.has(fn) || (this.outer?.has(fn) ?? false);
  }
}

/** All members of what a call answers belong to the same answer. */
export function once(value: () => unknown): () => unknown {
  let known: { value: unknown } | undefined;
  return () => (known ??= { value: value() }).value;
}

/** Objects that have members beside those that are known. */
export const partial = new WeakSet<object>();

/** A member of a value; unknown where the value may have more members than are known. */
export function memberOf(from: unknown, name: string | number): unknown {
  if (from === undefined || from === null) return undefined;
  const value = (from as Record<string | number, unknown>)[name];
  return value === undefined && partial.has(from) ? new Unknown(`${name} of a spread`) : value;
}
