import ts from 'typescript';
import { bind } from './bindings';
import type { Evaluation } from './evaluation';
import { callsByName, declarationOf, placeOf } from './sources';
import { Env, Unknown } from './values';

/** The kinds of function nodes that the interpreter calls. */
export type Fn =
  ts.ArrowFunction | ts.FunctionDeclaration | ts.FunctionExpression | ts.MethodDeclaration;

export const isFn = (node: ts.Node): node is Fn =>
  ts.isArrowFunction(node) ||
  ts.isFunctionDeclaration(node) ||
  ts.isFunctionExpression(node) ||
  ts.isMethodDeclaration(node);

/** Binds the parameters of a function to the arguments of one call of that function. */
export function bindCaller(evaluation: Evaluation, fn: Fn, env: Env): void {
  if (env.has(fn)) return;
  env.callers.add(fn);
  const ways = waysTo(evaluation, fn, env);
  const way = ways.length ? ways[evaluation.choose(env, fn, ways.length)]! : undefined;
  fn.parameters.forEach((parameter, index) => {
    bind(
      evaluation,
      parameter,
      () => (way ? way(index) : new Unknown(`nobody calls ${placeOf(fn)}`)),
      env,
    );
  });
}

function waysTo(evaluation: Evaluation, fn: Fn, env: Env): ((index: number) => unknown)[] {
  const name = nameOf(fn);
  const argumentsOf = (calls: readonly ts.CallExpression[]) =>
    calls.map((call) => {
      const own = new Env();
      return (index: number) => {
        const given = call.arguments[index];
        return given ? evaluation.of(given, own) : undefined;
      };
    });
  if (name) return argumentsOf(callsTo(name));
  const { parent } = fn;
  if (!ts.isCallExpression(parent)) return [];
  if (ts.isIdentifier(parent.expression)) return argumentsOf(callsBack(fn, parent));
  if (!ts.isPropertyAccessExpression(parent.expression)) return [];
  if (!iterating.has(parent.expression.name.text)) return [];
  const all = evaluation.lenient(parent.expression.expression, env);
  if (!Array.isArray(all)) return [];
  return all.map((one, at) => (index) => [one, at, all][index]);
}

/** Returns the elements that a function pushes to an array before the array is used. */
export function pushed(evaluation: Evaluation, root: ts.VariableDeclaration, env: Env): unknown[] {
  const calls = (callsByName.get('push') ?? []).filter((call) => {
    if (!ts.isPropertyAccessExpression(call.expression)) return false;
    const { expression } = call.expression;
    return ts.isIdentifier(expression) && declarationOf(expression.text, expression) === root;
  });
  return calls.flatMap((call) => call.arguments.map((one) => evaluation.lenient(one, env)));
}

const iterating = new Set(['map', 'flatMap', 'filter', 'forEach', 'some', 'every']);

/**
 * Returns the declaration that names a function; the calls of the function are found by this name.
 * A function in `memoizeSql(…)` is found by the name of the memoized result.
 */
function nameOf(fn: Fn): ts.Node | undefined {
  if (ts.isFunctionDeclaration(fn)) return fn;
  let { parent } = fn as ts.Node;
  if (ts.isCallExpression(parent) && parent.expression.getText() === 'memoizeSql')
    parent = parent.parent;
  return ts.isVariableDeclaration(parent) ? parent : undefined;
}

/** Returns the places where a function that is passed as an argument is called. */
function callsBack(
  fn: Fn,
  { expression, arguments: given }: ts.CallExpression,
): ts.CallExpression[] {
  const called = declarationOf((expression as ts.Identifier).text, expression);
  if (!called || 'from' in called || !ts.isFunctionDeclaration(called)) return [];
  const parameter = called.parameters[given.indexOf(fn as ts.ArrowFunction)];
  return parameter && ts.isIdentifier(parameter.name) ? callsTo(parameter) : [];
}

const calls = new Map<ts.Node, ts.CallExpression[]>();

function callsTo(declaration: ts.Node): ts.CallExpression[] {
  const known = calls.get(declaration);
  if (known) return known;
  const name = (declaration as ts.VariableDeclaration).name as ts.Identifier;
  const found = (callsByName.get(name.text) ?? []).filter(
    ({ expression }) =>
      ts.isIdentifier(expression) && declarationOf(expression.text, expression) === declaration,
  );
  calls.set(declaration, found);
  return found;
}
