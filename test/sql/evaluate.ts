import ts from 'typescript';
import { callsByName, declarationOf, placeOf, type Declaration } from './sources';

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
class Thrown extends Error {}

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
function once(value: () => unknown): () => unknown {
  let known: { value: unknown } | undefined;
  return () => (known ??= { value: value() }).value;
}

/** Ways that differ in what no text shows end after so many without a new text. */
const sameRunsMax = 100;
const depthMax = 60;

type Fn = ts.ArrowFunction | ts.FunctionDeclaration | ts.FunctionExpression | ts.MethodDeclaration;

const isFn = (node: ts.Node): node is Fn =>
  ts.isArrowFunction(node) ||
  ts.isFunctionDeclaration(node) ||
  ts.isFunctionExpression(node) ||
  ts.isMethodDeclaration(node);

class Returned {
  constructor(readonly value: unknown) {}
}

/**
 * All values that an expression of the code may have: the code is interpreted, and where a branch, a
 * caller or an argument is unknown, each of them is taken in turn, the same for the whole expression.
 */
export function evaluateAll(
  work: (evaluation: Evaluation) => string[],
  visited: Set<ts.Node>,
): { texts: string[]; unresolved: string[] } {
  const texts = new Set<string>();
  const unresolved = new Set<string>();
  let prefix: number[] = [];
  for (let same = 0; same < sameRunsMax; same += 1) {
    const evaluation = new Evaluation(prefix, visited);
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

/** One interpretation, with one way taken at each choice. */
export class Evaluation {
  readonly taken: { index: number; count: number }[] = [];
  private readonly chosen = new Map<unknown, Map<ts.Node, number>>();
  private readonly constants = new Env();
  private readonly closures = new WeakMap<object, (args: (() => unknown)[]) => unknown>();
  private depth = 0;

  constructor(
    private readonly prefix: readonly number[],
    private readonly visited: Set<ts.Node>,
  ) {}

  private choose(env: Env, node: ts.Node, count: number): number {
    let ofEnv = this.chosen.get(env);
    if (!ofEnv) this.chosen.set(env, (ofEnv = new Map()));
    const known = ofEnv.get(node);
    if (known !== undefined) return known;
    const index = this.prefix[this.taken.length] ?? 0;
    this.taken.push({ index, count });
    ofEnv.set(node, index);
    return index;
  }

  /** @throws Unresolved if a text is built from an unknown value */
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
    if (ts.isElementAccessExpression(node)) return this.element(node, env);
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

  private truth(condition: ts.Expression, at: ts.Node, env: Env): boolean {
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

  /** An unknown part of a value matters only where a text is built from it. */
  private lenient(node: ts.Expression, env: Env): unknown {
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
      // A member that no text needs must not be a reason for further ways.
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

  private element(node: ts.ElementAccessExpression, env: Env): unknown {
    const from = this.of(node.expression, env);
    if (from instanceof Unknown) return from;
    const key = this.of(node.argumentExpression, env);
    if (!(key instanceof Unknown)) return (from as Record<string, unknown>)[key as string];
    const all = Object.values(from as object) as unknown[];
    if (!all.length) return new Unknown(`no entry at ${placeOf(node)}`);
    return all[this.choose(env, node.argumentExpression, all.length)];
  }

  private binary(node: ts.BinaryExpression, env: Env): unknown {
    const kind = node.operatorToken.kind;
    const left = this.lenient(node.left, env);
    if (kind === ts.SyntaxKind.QuestionQuestionToken) {
      if (left === undefined || left === null) return this.of(node.right, env);
      // Only a plain value can stand for what is unknown.
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
      this.bind(parameter, given ?? (() => undefined), own);
    });
    this.depth += 1;
    try {
      return this.body(fn, own);
    } finally {
      this.depth -= 1;
    }
  }

  private body(fn: Fn, env: Env): unknown {
    const { body } = fn;
    if (!body) return new Unknown(`no body at ${placeOf(fn)}`);
    if (!ts.isBlock(body)) return this.of(body, env);
    const end = this.statements(body.statements, env);
    return end instanceof Returned ? end.value : end;
  }

  private statements(list: readonly ts.Statement[], env: Env): Returned | Unknown | undefined {
    for (const statement of list) {
      const end = this.statement(statement, env);
      if (end) return end;
    }
    return undefined;
  }

  private statement(statement: ts.Statement, env: Env): Returned | Unknown | undefined {
    if (ts.isReturnStatement(statement))
      return new Returned(statement.expression ? this.of(statement.expression, env) : undefined);
    if (ts.isVariableStatement(statement)) {
      for (const one of statement.declarationList.declarations)
        this.bind(one, () => (one.initializer ? this.of(one.initializer, env) : undefined), env);
      return undefined;
    }
    if (ts.isBlock(statement)) return this.statements(statement.statements, env);
    if (ts.isIfStatement(statement)) {
      if (this.truth(statement.expression, statement, env))
        return this.statement(statement.thenStatement, env);
      return statement.elseStatement && this.statement(statement.elseStatement, env);
    }
    if (ts.isForOfStatement(statement)) return this.loop(statement, env);
    if (ts.isExpressionStatement(statement)) {
      this.effect(statement.expression, env);
      return undefined;
    }
    if (ts.isThrowStatement(statement)) throw new Thrown(placeOf(statement));
    return ts.isFunctionDeclaration(statement)
      ? undefined
      : new Unknown(`${ts.SyntaxKind[statement.kind]} at ${placeOf(statement)}`);
  }

  private loop(statement: ts.ForOfStatement, env: Env): Returned | Unknown | undefined {
    const all = this.of(statement.expression, env);
    if (all instanceof Unknown || !ts.isVariableDeclarationList(statement.initializer))
      return undefined;
    const [variable] = statement.initializer.declarations;
    for (const one of all as Iterable<unknown>) {
      const own = new Env(env);
      this.bind(variable!, () => one, own);
      const end = this.statement(statement.statement, own);
      if (end) return end;
    }
    return undefined;
  }

  private effect(node: ts.Expression, env: Env): void {
    if (ts.isBinaryExpression(node) && ts.isIdentifier(node.left)) {
      const found = declarationOf(node.left.text, node.left);
      if (!found || 'from' in found) return;
      const before =
        node.operatorToken.kind === ts.SyntaxKind.PlusEqualsToken ? this.name(node.left, env) : '';
      const value = this.lenient(node.right, env);
      env.set(found, () => (before === '' ? value : String(before) + String(value)));
    } else this.lenient(node, env);
  }

  private bind(
    to: ts.ParameterDeclaration | ts.VariableDeclaration,
    value: () => unknown,
    env: Env,
  ): void {
    const { name, initializer } = to;
    const defaulted =
      ts.isParameter(to) && initializer
        ? () => {
            const given = value();
            return given === undefined ? this.of(initializer, env) : given;
          }
        : value;
    const typed = () => {
      const given = defaulted();
      if (!(given instanceof Unknown) || !to.type) return given;
      return this.ofType(to.type, to, env) ?? given;
    };
    if (ts.isIdentifier(name)) env.set(to, typed);
    else this.pattern(name, defaulted, to.type, env);
  }

  private pattern(
    pattern: ts.BindingPattern,
    given: () => unknown,
    type: ts.TypeNode | undefined,
    env: Env,
  ): void {
    const value = once(given);
    pattern.elements.forEach((element, index) => {
      if (!ts.isBindingElement(element)) return;
      const { name, propertyName, initializer } = element;
      const key = ts.isObjectBindingPattern(pattern)
        ? ((propertyName ?? name) as ts.Identifier).text
        : index;
      const member = () => {
        const from = value();
        const typed = type && typeof key === 'string' ? this.memberType(type, key) : undefined;
        const ofType = () => typed && this.ofType(typed, element, env);
        if (from instanceof Unknown) return ofType() ?? new Unknown(`${key} of ${from.why}`);
        if (element.dotDotDotToken)
          return ts.isArrayBindingPattern(pattern)
            ? [...(from as unknown[])].slice(index)
            : { ...(from as object) };
        const found = memberOf(from, key);
        if (found instanceof Unknown) return ofType() ?? found;
        return found === undefined && initializer ? this.of(initializer, env) : found;
      };
      if (ts.isIdentifier(name)) env.set(element, member);
      else this.pattern(name, member, undefined, env);
    });
  }

  private memberType(type: ts.TypeNode, name: string): ts.TypeNode | undefined {
    const members = ts.isTypeLiteralNode(type) ? type.members : this.interfaceOf(type)?.members;
    const member = members?.find((one) => one.name && one.name.getText() === name);
    return member && ts.isPropertySignature(member) ? member.type : undefined;
  }

  private interfaceOf(type: ts.TypeNode): ts.InterfaceDeclaration | undefined {
    if (!ts.isTypeReferenceNode(type) || !ts.isIdentifier(type.typeName)) return undefined;
    const found = declarationOf(type.typeName.text, type);
    return found && !('from' in found) && ts.isInterfaceDeclaration(found) ? found : undefined;
  }

  /** One of the values of a type of few values; any number stands for the others. */
  private ofType(type: ts.TypeNode, at: ts.Node, env: Env): unknown {
    const all = this.valuesOf(type);
    return all.length ? all[this.choose(env, at, all.length)] : undefined;
  }

  private valuesOf(type: ts.TypeNode): unknown[] {
    if (ts.isUnionTypeNode(type)) return type.types.flatMap((one) => this.valuesOf(one));
    if (ts.isParenthesizedTypeNode(type)) return this.valuesOf(type.type);
    if (ts.isLiteralTypeNode(type))
      return ts.isStringLiteral(type.literal) ? [type.literal.text] : [];
    if (type.kind === ts.SyntaxKind.BooleanKeyword) return [true, false];
    if (type.kind === ts.SyntaxKind.NumberKeyword) return [7];
    if (ts.isTypeOperatorNode(type) && ts.isTypeQueryNode(type.type)) {
      const value = this.lenient(type.type.exprName as ts.Identifier, this.constants);
      return value instanceof Unknown ? [] : Object.keys(value as object);
    }
    if (ts.isTypeReferenceNode(type) && ts.isIdentifier(type.typeName)) {
      const found = declarationOf(type.typeName.text, type);
      if (found && !('from' in found) && ts.isTypeAliasDeclaration(found))
        return this.valuesOf(found.type);
    }
    return [];
  }

  private name(node: ts.Identifier, env: Env): unknown {
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
      this.bindCaller(root.parent as Fn, env);
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
      this.bind(root, () => one, own);
    } else {
      const { initializer } = root;
      const isPushed = initializer && ts.isArrayLiteralExpression(initializer) && !isTop;
      this.bind(
        root,
        () => {
          if (!initializer) return new Unknown(`no value at ${placeOf(root)}`);
          const value = this.of(initializer, own);
          return isPushed ? [...(value as unknown[]), ...this.pushed(root, env)] : value;
        },
        own,
      );
    }
    return own.get(found)!();
  }

  /** What the function adds to an array before it is used: all of it. */
  private pushed(root: ts.VariableDeclaration, env: Env): unknown[] {
    const calls = (callsByName.get('push') ?? []).filter((call) => {
      if (!ts.isPropertyAccessExpression(call.expression)) return false;
      const { expression } = call.expression;
      return ts.isIdentifier(expression) && declarationOf(expression.text, expression) === root;
    });
    return calls.flatMap((call) => call.arguments.map((one) => this.lenient(one, env)));
  }

  /** Binds the parameters of a function to the arguments of one of its calls. */
  private bindCaller(fn: Fn, env: Env): void {
    if (env.has(fn)) return;
    env.callers.add(fn);
    const ways = this.waysTo(fn, env);
    const way = ways.length ? ways[this.choose(env, fn, ways.length)]! : undefined;
    fn.parameters.forEach((parameter, index) => {
      this.bind(
        parameter,
        () => (way ? way(index) : new Unknown(`nobody calls ${placeOf(fn)}`)),
        env,
      );
    });
  }

  private waysTo(fn: Fn, env: Env): ((index: number) => unknown)[] {
    const name = nameOf(fn);
    const argumentsOf = (calls: readonly ts.CallExpression[]) =>
      calls.map((call) => {
        const own = new Env();
        return (index: number) => {
          const given = call.arguments[index];
          return given ? this.of(given, own) : undefined;
        };
      });
    if (name) return argumentsOf(callsTo(name));
    const { parent } = fn;
    if (!ts.isCallExpression(parent)) return [];
    if (ts.isIdentifier(parent.expression)) return argumentsOf(callsBack(fn, parent));
    if (!ts.isPropertyAccessExpression(parent.expression)) return [];
    if (!iterating.has(parent.expression.name.text)) return [];
    const all = this.lenient(parent.expression.expression, env);
    if (!Array.isArray(all)) return [];
    return all.map((one, at) => (index) => [one, at, all][index]);
  }

  private call(node: ts.CallExpression, env: Env): unknown {
    const own = ts.isIdentifier(node.expression) ? ownOfKit[node.expression.text] : undefined;
    if (own) return own(...(this.array({ elements: node.arguments } as never, env) as [never]));
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

/** What kit does to a text beside building it. */
const ownOfKit: Record<string, (first: never) => unknown> = {
  prepared: (text) => text,
  memoizeSql: (write) => write,
};

/** Objects that have members beside those that are known. */
const partial = new WeakSet<object>();

function memberOf(from: unknown, name: string | number): unknown {
  if (from === undefined || from === null) return undefined;
  const value = (from as Record<string | number, unknown>)[name];
  return value === undefined && partial.has(from) ? new Unknown(`${name} of a spread`) : value;
}

const iterating = new Set(['map', 'flatMap', 'filter', 'forEach', 'some', 'every']);

function rootOf(node: ts.Node): ts.Node {
  let root = node;
  while (ts.isBindingElement(root)) root = root.parent.parent;
  return root;
}

/** The declaration by whose name a function is called; `memoizeSql(…)` passes its calls on. */
function nameOf(fn: Fn): ts.Node | undefined {
  if (ts.isFunctionDeclaration(fn)) return fn;
  let { parent } = fn as ts.Node;
  if (ts.isCallExpression(parent) && parent.expression.getText() === 'memoizeSql')
    parent = parent.parent;
  return ts.isVariableDeclaration(parent) ? parent : undefined;
}

/** The calls of a function that is passed to another one. */
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

const regExpOf = (text: string): RegExp => {
  const end = text.lastIndexOf('/');
  return new RegExp(text.slice(1, end), text.slice(end + 1));
};

const globalNames: Record<string, unknown> = {
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

function imported(from: string, name: string): unknown {
  if (!from.startsWith('@timbre/')) return new Unknown(`${name} of ${from}`);
  const value = jest.requireActual<Record<string, unknown>>(from)[name];
  return value ?? new Unknown(`${name} of ${from}`);
}

type Operate = (left: never, right: never) => unknown;

const operators: Partial<Record<ts.SyntaxKind, Operate>> = {
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
