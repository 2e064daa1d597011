import type ts from 'typescript';

/** A value that exists only at run time. */
export class Unknown {
  constructor(readonly why: string) {}

  toString(): string {
    throw new Unresolved(this.why);
  }
}

/** The error for a text that depends on an unknown value. */
export class Unresolved extends Error {}

/** The error for a run in which the interpreted code throws an error, so that it sends no text. */
export class Thrown extends Error {}

/** The values of variables during a run. Each closure has its own variables. */
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

/**
 * Returns a function that evaluates a value only once, so that all members of an object come from
 * the same evaluation.
 */
export function once(value: () => unknown): () => unknown {
  let known: { value: unknown } | undefined;
  return () => (known ??= { value: value() }).value;
}

/** Objects that can have more members than the evaluated members. */
export const partial = new WeakSet<object>();

/**
 * Returns a member of a value. If the member was not evaluated but may exist, the result is an
 * `Unknown`.
 */
export function memberOf(from: unknown, name: string | number): unknown {
  if (from === undefined || from === null) return undefined;
  const value = (from as Record<string | number, unknown>)[name];
  return value === undefined && partial.has(from) ? new Unknown(`${name} of a spread`) : value;
}
