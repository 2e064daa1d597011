import type ts from 'typescript';
import type { Env } from './values';

/**
 * One interpretation of the source code, in which one option is selected wherever several are
 * possible.
 */
export interface Evaluation {
  /** The values of names that are declared outside any function. */
  readonly constants: Env;
  /**
   * Returns the value of an expression.
   * @throws Unresolved if a text is built from an unknown value
   */
  of(node: ts.Expression, env: Env): unknown;
  /**
   * Returns the value of an expression, which can be unknown. An unknown value is an error only
   * when a text is built from it.
   */
  lenient(node: ts.Expression, env: Env): unknown;
  /**
   * Whether a condition of the code is true. If the value of the condition is unknown, this run of
   * the interpreter chooses true or false.
   */
  truth(condition: ts.Expression, at: ts.Node, env: Env): boolean;
  name(node: ts.Identifier, env: Env): unknown;
  /** Returns the option that this run selects at a node with `count` options. */
  choose(env: Env, node: ts.Node, count: number): number;
}
