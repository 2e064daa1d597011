import ts from 'typescript';
import { bind } from './bindings';
import type { Evaluation } from './evaluation';
import type { Fn } from './functions';
import { declarationOf, placeOf } from './sources';
import { Env, Thrown, Unknown } from './values';

/** Thrown at a `return` statement to end a function with the returned value. */
class Returned {
  constructor(readonly value: unknown) {}
}

/** Interprets the body of a function and returns its value. */
export function runBody(evaluation: Evaluation, fn: Fn, env: Env): unknown {
  const { body } = fn;
  if (!body) return new Unknown(`no body at ${placeOf(fn)}`);
  if (!ts.isBlock(body)) return evaluation.of(body, env);
  const end = runAll(evaluation, body.statements, env);
  return end instanceof Returned ? end.value : end;
}

function runAll(
  evaluation: Evaluation,
  list: readonly ts.Statement[],
  env: Env,
): Returned | Unknown | undefined {
  for (const statement of list) {
    const end = runOne(evaluation, statement, env);
    if (end) return end;
  }
  return undefined;
}

function runOne(
  evaluation: Evaluation,
  statement: ts.Statement,
  env: Env,
): Returned | Unknown | undefined {
  if (ts.isReturnStatement(statement))
    return new Returned(
      statement.expression ? evaluation.of(statement.expression, env) : undefined,
    );
  if (ts.isVariableStatement(statement)) {
    for (const one of statement.declarationList.declarations)
      bind(
        evaluation,
        one,
        () => (one.initializer ? evaluation.of(one.initializer, env) : undefined),
        env,
      );
    return undefined;
  }
  if (ts.isBlock(statement)) return runAll(evaluation, statement.statements, env);
  if (ts.isIfStatement(statement)) {
    if (evaluation.truth(statement.expression, statement, env))
      return runOne(evaluation, statement.thenStatement, env);
    return statement.elseStatement && runOne(evaluation, statement.elseStatement, env);
  }
  if (ts.isForOfStatement(statement)) return loop(evaluation, statement, env);
  if (ts.isExpressionStatement(statement)) {
    effect(evaluation, statement.expression, env);
    return undefined;
  }
  if (ts.isThrowStatement(statement)) throw new Thrown(placeOf(statement));
  return ts.isFunctionDeclaration(statement)
    ? undefined
    : new Unknown(`${ts.SyntaxKind[statement.kind]} at ${placeOf(statement)}`);
}

function loop(
  evaluation: Evaluation,
  statement: ts.ForOfStatement,
  env: Env,
): Returned | Unknown | undefined {
  const all = evaluation.of(statement.expression, env);
  if (all instanceof Unknown || !ts.isVariableDeclarationList(statement.initializer))
    return undefined;
  const [variable] = statement.initializer.declarations;
  for (const one of all as Iterable<unknown>) {
    const own = new Env(env);
    bind(evaluation, variable!, () => one, own);
    const end = runOne(evaluation, statement.statement, own);
    if (end) return end;
  }
  return undefined;
}

function effect(evaluation: Evaluation, node: ts.Expression, env: Env): void {
  if (ts.isBinaryExpression(node) && ts.isIdentifier(node.left)) {
    const found = declarationOf(node.left.text, node.left);
    if (!found || 'from' in found) return;
    const before =
      node.operatorToken.kind === ts.SyntaxKind.PlusEqualsToken
        ? evaluation.name(node.left, env)
        : '';
    const value = evaluation.lenient(node.right, env);
    env.set(found, () => (before === '' ? value : String(before) + String(value)));
  } else evaluation.lenient(node, env);
}
