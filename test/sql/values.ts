import type ts from 'typescript';

/** A value that only a running process has. */
export class Unknown {
  constructor(readonly why: string) {}

  toString(): string {
    throw new Unresolved(this.why);
  }
}

/** The error for a text that depends on an unknown value. */
export class Unresolved extends Error {}

/** The error for an option that ends in an error and sends nothing. */
export class Thrown extends Error {}

/** The values of variables. A closure keeps its own values. */
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

/** Evaluates a value only once, so that all members of a call's result belong to the same result. */
export function once(value: () => unknown): () => unknown {
  let known: { value: unknown } | undefined;
  return () => (known ??= { value: value() }).value;
}

/** Objects that may have more members than the known ones. */
export const partial = new WeakSet<object>();

/** A member of a value; unknown if the value may have more members than the known ones. */
export function memberOf(from: unknown, name: string | number): unknown {
  if (from === undefined || from === null) return undefined;
  const value = (from as Record<string | number, unknown>)[name];
  return value === undefined && partial.has(from) ? new Unknown(`${name} of a spread`) : value;
}
