import type ts from 'typescript';
import type { Env } from './values';

/** One interpretation of the code, with one option taken at each choice. */
export interface Evaluation {
  /** The values of names outside any function. */
  readonly constants: Env;
  /**
   * The value of an expression.
   * @throws Unresolved if a text is built from an unknown value
   */
  of(node: ts.Expression, env: Env): unknown;
  /** The value of an expression. An unknown value matters only when a text is built from it. */
  lenient(node: ts.Expression, env: Env): unknown;
  /** Whether a condition of the code holds. An unknown condition is a choice of the node. */
  truth(condition: ts.Expression, at: ts.Node, env: Env): boolean;
  name(node: ts.Identifier, env: Env): unknown;
  /** The option taken at a node, one of `count` options. */
  choose(env: Env, node: ts.Node, count: number): number;
}
