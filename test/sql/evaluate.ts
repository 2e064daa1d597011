import ts from 'typescript';
import { bind } from './bindings';
import { definitionAt, globalNames, imported, operators, ownOfKit, regExpOf } from './built-in';
import type { Evaluation } from './evaluation';
import { bindCaller, isFn, pushed, type Fn } from './functions';
import { declarationOf, placeOf, type Declaration } from './sources';
import { runBody } from './statements';
import { Env, memberOf, once, partial, Thrown, Unknown, Unresolved } from './values';

/** The evaluation ends after this number of consecutive runs without a new text. */
const sameRunsMax = 100;
const depthMax = 60;

/**
 * Returns all values that an expression of the source code can have. The code is interpreted
 * several times. If a branch, a caller or an argument is unknown, each run chooses one of the
 * possibilities, and uses the same choice throughout the expression.
 */
export function evaluateAll(
  work: (evaluation: Evaluation) => string[],
  visited: Set<ts.Node>,
): { texts: string[]; unresolved: string[] } {
  const texts = new Set<string>();
  const unresolved = new Set<string>();
  let prefix: number[] = [];
  for (let same = 0; same < sameRunsMax; same += 1) {
    const evaluation = new Interpreter(prefix, visited);
    const before = texts.size + unresolved.size;
    try {
      for (const text of work(evaluation)) texts.add(text);
    } catch (error) {
      if (error instanceof Unresolved) unresolved.add(error.message);
      else if (!(error instanceof Thrown)) throw error;
    }
    if (texts.size + unresolved.size > before) same = 0;
    const { taken } = evaluation;
    while (taken.length && taken.at(-1)!.index + 1 >= taken.at(-1)!.count) taken.pop();
    if (!taken.length) break;
    prefix = taken.map(({ index }) => index);
    prefix[prefix.length - 1]! += 1;
  }
  return { texts: [...texts], unresolved: [...unresolved] };
}

/**
 * An interpreter for one run. The first choices of the run follow the given prefix, and each further choice
 * selects the first option.
 */
class Interpreter implements Evaluation {
  readonly taken: { index: number; count: number }[] = [];
  private readonly chosen = new Map<unknown, Map<ts.Node, number>>();
  readonly constants = new Env();
  private readonly closures = new WeakMap<object, (args: (() => unknown)[]) => unknown>();
  private depth = 0;

  constructor(
    private readonly prefix: readonly number[],
    private readonly visited: Set<ts.Node>,
  ) {}

  choose(env: Env, node: ts.Node, count: number): number {
    let ofEnv = this.chosen.get(env);
    if (!ofEnv) this.chosen.set(env, (ofEnv = new Map()));
    const known = ofEnv.get(node);
    if (known !== undefined) return known;
    const index = this.prefix[this.taken.length] ?? 0;
    this.taken.push({ index, count });
    ofEnv.set(node, index);
    return index;
  }

  of(node: ts.Expression, env: Env): unknown {
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) {
      this.visited.add(node);
      return node.text;
    }
    if (ts.isNumericLiteral(node)) return Number(node.text.replaceAll('_', ''));
    if (ts.isTemplateExpression(node)) return this.template(node, env);
    if (ts.isIdentifier(node)) return this.name(node, env);
    if (
      ts.isParenthesizedExpression(node) ||
      ts.isAsExpression(node) ||
      ts.isSatisfiesExpression(node) ||
      ts.isNonNullExpression(node)
    )
      return this.of(node.expression, env);
    if (ts.isArrayLiteralExpression(node)) return this.array(node, env);
    if (ts.isObjectLiteralExpression(node)) return this.object(node, env);
    if (ts.isPropertyAccessExpression(node)) return this.property(node, env);
    if (ts.isElementAccessExpression(node))
      return this.element(node.expression, node.argumentExpression, env);
    if (ts.isCallExpression(node)) return this.call(node, env);
    if (isFn(node)) return this.closure(node, env);
    if (ts.isConditionalExpression(node)) {
      const is = this.truth(node.condition, node, env);
      return this.of(is ? node.whenTrue : node.whenFalse, env);
    }
    if (ts.isBinaryExpression(node)) return this.binary(node, env);
    if (ts.isPrefixUnaryExpression(node)) {
      const value = this.of(node.operand, env);
      if (value instanceof Unknown) return value;
      if (node.operator === ts.SyntaxKind.ExclamationToken) return !value;
      if (node.operator === ts.SyntaxKind.MinusToken) return -(value as number);
    }
    if (node.kind === ts.SyntaxKind.TrueKeyword) return true;
    if (node.kind === ts.SyntaxKind.FalseKeyword) return false;
    if (node.kind === ts.SyntaxKind.NullKeyword) return null;
    if (ts.isRegularExpressionLiteral(node)) return regExpOf(node.text);
    return new Unknown(`${ts.SyntaxKind[node.kind]} at ${placeOf(node)}`);
  }

  truth(condition: ts.Expression, at: ts.Node, env: Env): boolean {
    const value = this.of(condition, env);
    return value instanceof Unknown ? this.choose(env, at, 2) === 0 : Boolean(value);
  }

  private template(node: ts.TemplateExpression, env: Env): string {
    this.visited.add(node);
    let text = node.head.text;
    for (const { expression, literal } of node.templateSpans) {
      const value = this.of(expression, env);
      if (value instanceof Unknown) throw new Unresolved(`${placeOf(expression)} ${value.why}`);
      if (Array.isArray(value) && value.some((one) => one instanceof Unknown))
        throw new Unresolved(`${placeOf(expression)} has unknown parts`);
      text += String(value) + literal.text;
    }
    return text;
  }

  private array(node: ts.ArrayLiteralExpression, env: Env): unknown[] {
    const values: unknown[] = [];
    for (const element of node.elements) {
      if (ts.isSpreadElement(element)) {
        const spread = this.lenient(element.expression, env);
        if (spread instanceof Unknown) values.push(spread);
        else if (spread) values.push(...(spread as Iterable<unknown>));
      } else values.push(this.lenient(element, env));
    }
    return values;
  }

  lenient(node: ts.Expression, env: Env): unknown {
    try {
      return this.of(node, env);
    } catch (error) {
      if (error instanceof Unresolved) return new Unknown(error.message);
      throw error;
    }
  }

  private object(node: ts.ObjectLiteralExpression, env: Env): unknown {
    const value: Record<string, unknown> = {};
    for (const part of node.properties) {
      if (ts.isSpreadAssignment(part)) {
        const spread = this.lenient(part.expression, env);
        if (spread instanceof Unknown || partial.has(spread as object)) partial.add(value);
        if (!(spread instanceof Unknown)) Object.assign(value, spread);
        continue;
      }
      const name = this.memberName(part.name, env);
      const get = ts.isPropertyAssignment(part)
        ? () => this.lenient(part.initializer, env)
        : ts.isShorthandPropertyAssignment(part)
          ? () => this.name(part.name, env)
          : ts.isMethodDeclaration(part)
            ? () => this.closure(part, env)
            : undefined;
      // Members are evaluated only when they are read, so that an unused member causes no further
      // choices.
      if (get)
        Object.defineProperty(value, name, {
          enumerable: true,
          configurable: true,
          get: once(get),
        });
    }
    return value;
  }

  private memberName(name: ts.PropertyName, env: Env): string {
    if (ts.isIdentifier(name)) return name.text;
    if (ts.isStringLiteral(name) || ts.isNumericLiteral(name)) return name.text;
    if (ts.isComputedPropertyName(name)) return String(this.of(name.expression, env));
    return name.getText();
  }

  private property(node: ts.PropertyAccessExpression, env: Env): unknown {
    const from = this.of(node.expression, env);
    if (from instanceof Unknown) return new Unknown(`${node.name.text} of ${from.why}`);
    if (from === undefined || from === null) return undefined;
    const value = memberOf(from, node.name.text);
    return typeof value === 'function' && typeof from !== 'function'
      ? (value as () => unknown).bind(from)
      : value;
  }

  private element(record: ts.Expression, name: ts.Expression, env: Env): unknown {
    const from = this.of(record, env);
    if (from instanceof Unknown) return from;
    const key = this.of(name, env);
    if (!(key instanceof Unknown)) return (from as Record<string, unknown>)[key as string];
    const all = Object.values(from as object) as unknown[];
    if (!all.length) return new Unknown(`no entry at ${placeOf(record)}`);
    return all[this.choose(env, name, all.length)];
  }

  private binary(node: ts.BinaryExpression, env: Env): unknown {
    const kind = node.operatorToken.kind;
    const left = this.lenient(node.left, env);
    if (kind === ts.SyntaxKind.QuestionQuestionToken) {
      if (left === undefined || left === null) return this.of(node.right, env);
      // Only a plain value can replace an unknown value; an object cannot.
      const instead = left instanceof Unknown ? this.lenient(node.right, env) : left;
      return typeof instead === 'object' ? left : instead;
    }
    if (kind === ts.SyntaxKind.BarBarToken || kind === ts.SyntaxKind.AmpersandAmpersandToken) {
      const is = left instanceof Unknown ? this.choose(env, node, 2) === 0 : Boolean(left);
      const isAnd = kind === ts.SyntaxKind.AmpersandAmpersandToken;
      return is === isAnd ? this.of(node.right, env) : left;
    }
    const right = this.lenient(node.right, env);
    if (left instanceof Unknown) return left;
    if (right instanceof Unknown) return right;
    const operate = operators[kind];
    return operate
      ? operate(left as never, right as never)
      : new Unknown(`operator at ${placeOf(node)}`);
  }

  private closure(fn: Fn, env: Env): (...args: unknown[]) => unknown {
    const called = (...args: unknown[]) =>
      this.enter(
        fn,
        env,
        args.map((arg) => () => arg),
      );
    this.closures.set(called, (args) => this.enter(fn, env, args));
    return called;
  }

  private enter(fn: Fn, env: Env, args: (() => unknown)[]): unknown {
    if (this.depth > depthMax) throw new Unresolved(`recursion at ${placeOf(fn)}`);
    const own = new Env(env);
    own.callers.add(fn);
    fn.parameters.forEach((parameter, index) => {
      const isRest = parameter.dotDotDotToken !== undefined;
      const given = isRest ? () => args.slice(index).map((arg) => arg()) : args[index];
      bind(this, parameter, given ?? (() => undefined), own);
    });
    this.depth += 1;
    try {
      return runBody(this, fn, own);
    } finally {
      this.depth -= 1;
    }
  }

  name(node: ts.Identifier, env: Env): unknown {
    if (node.text === 'undefined') return undefined;
    const found = declarationOf(node.text, node);
    if (!found) return globalNames[node.text] ?? new Unknown(`global ${node.text}`);
    return this.declared(found, node, env);
  }

  private declared(found: Declaration, node: ts.Identifier, env: Env): unknown {
    if ('from' in found) return imported(found.from, found.name);
    if (ts.isFunctionDeclaration(found)) return this.closure(found, env);
    const known = env.get(found) ?? this.constants.get(found);
    if (known) return known();
    const root = rootOf(found);
    if (ts.isParameter(root)) {
      bindCaller(this, root.parent as Fn, env);
      const bound = env.get(found);
      return bound ? bound() : new Unknown(`parameter ${node.text} at ${placeOf(root)}`);
    }
    if (!ts.isVariableDeclaration(root)) return new Unknown(`${node.text} at ${placeOf(node)}`);
    return this.variable(root, found, env);
  }

  private variable(root: ts.VariableDeclaration, found: ts.Node, env: Env): unknown {
    const list = root.parent as ts.VariableDeclarationList;
    const isTop = ts.isSourceFile(list.parent.parent);
    const own = isTop ? this.constants : env;
    if (ts.isForOfStatement(list.parent)) {
      const all = this.of(list.parent.expression, env);
      const values = all instanceof Unknown ? [] : [...(all as Iterable<unknown>)];
      const one = values.length
        ? values[this.choose(env, list.parent, values.length)]
        : new Unknown('of a loop');
      bind(this, root, () => one, own);
    } else {
      const { initializer } = root;
      const isPushed = initializer && ts.isArrayLiteralExpression(initializer) && !isTop;
      bind(
        this,
        root,
        () => {
          if (!initializer) return new Unknown(`no value at ${placeOf(root)}`);
          const value = this.of(initializer, own);
          return isPushed ? [...(value as unknown[]), ...pushed(this, root, env)] : value;
        },
        own,
      );
    }
    return own.get(found)!();
  }

  private call(node: ts.CallExpression, env: Env): unknown {
    const own = ts.isIdentifier(node.expression) ? ownOfKit[node.expression.text] : undefined;
    if (ts.isIdentifier(node.expression) && node.expression.text === 'defineEntity')
      return definitionAt(node);
    if (ts.isIdentifier(node.expression) && node.expression.text === 'memberAt')
      return this.element(node.arguments[0]!, node.arguments[1]!, env);
    if (own) return own(...(this.array({ elements: node.arguments } as never, env) as never[]));
    const fn = this.of(node.expression, env);
    if (fn instanceof Unknown) return new Unknown(`${fn.why} called`);
    if (typeof fn !== 'function') return new Unknown(`no function at ${placeOf(node)}`);
    const closure = this.closures.get(fn);
    const isSpread = node.arguments.some(ts.isSpreadElement);
    try {
      if (closure && !isSpread)
        return closure(node.arguments.map((one) => once(() => this.lenient(one, env))));
      const args = this.array({ elements: node.arguments } as never, env);
      return (fn as (...args: unknown[]) => unknown)(...args);
    } catch (error) {
      if (error instanceof Thrown) throw error;
      return new Unknown(
        error instanceof Unresolved ? error.message : `${String(error)} at ${placeOf(node)}`,
      );
    }
  }
}

function rootOf(node: ts.Node): ts.Node {
  let root = node;
  while (ts.isBindingElement(root)) root = root.parent.parent;
  return root;
}
