import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import ts from 'typescript';

export const root = join(__dirname, '..', '..');

/**
 * The source files that run SQL. Migrations are excluded because every test runs them, and the simulator
 * because it uses SQLite.
 */
const paths = globSync('{packages/kit,services/*,gateway}/src/**/*.ts', { cwd: root }).filter(
  (path) => !/[.]test[.]ts$|authority-simulator|\/migrations\//.test(path),
);

const parse = (path: string): ts.SourceFile =>
  ts.createSourceFile(
    path,
    readFileSync(join(root, path), 'utf8'),
    ts.ScriptTarget.Latest,
    true,
    ts.ScriptKind.TS,
  );

const files = new Map(paths.map((path) => [path, parse(path)]));

export const sources: ReadonlyMap<string, ts.SourceFile> = files;

export const placeOf = (node: ts.Node): string => {
  const file = node.getSourceFile();
  const { line } = file.getLineAndCharacterOfPosition(node.getStart());
  return `${file.fileName}:${line + 1}`;
};

/** The declaration of a name, or the module and the name that an import refers to. */
export type Declaration = ts.Node | { from: string; name: string; file: ts.SourceFile };

const scopes = new Map<ts.Node, Map<string, Declaration>>();

function bind(names: Map<string, Declaration>, name: ts.BindingName): void {
  if (ts.isIdentifier(name)) names.set(name.text, name.parent);
  else {
    for (const element of name.elements)
      if (ts.isBindingElement(element)) bind(names, element.name);
  }
}

function declare(names: Map<string, Declaration>, statement: ts.Node): void {
  if (ts.isVariableStatement(statement)) {
    for (const { name } of statement.declarationList.declarations) bind(names, name);
  } else if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) {
    // Only the last declaration of an overloaded function has a body.
    if (statement.name) names.set(statement.name.text, statement);
  } else if (ts.isTypeAliasDeclaration(statement) || ts.isInterfaceDeclaration(statement)) {
    // A value and its type may have the same name.
    if (!names.has(statement.name.text)) names.set(statement.name.text, statement);
  } else if (ts.isImportDeclaration(statement)) {
    imported(names, statement);
  }
}

function imported(names: Map<string, Declaration>, statement: ts.ImportDeclaration): void {
  const from = (statement.moduleSpecifier as ts.StringLiteral).text;
  const file = statement.getSourceFile();
  const bindings = statement.importClause?.namedBindings;
  if (bindings && ts.isNamedImports(bindings)) {
    for (const one of bindings.elements)
      names.set(one.name.text, { from, name: (one.propertyName ?? one.name).text, file });
  }
}

/** Returns the names that a node itself declares. */
function scopeOf(node: ts.Node): Map<string, Declaration> {
  const known = scopes.get(node);
  if (known) return known;
  const names = new Map<string, Declaration>();
  scopes.set(node, names);
  if (ts.isSourceFile(node) || ts.isBlock(node) || ts.isCaseClause(node)) {
    for (const statement of node.statements) declare(names, statement);
  } else if (ts.isFunctionLike(node)) {
    for (const { name } of node.parameters) bind(names, name);
  } else if (ts.isForOfStatement(node) && ts.isVariableDeclarationList(node.initializer)) {
    for (const { name } of node.initializer.declarations) bind(names, name);
  }
  return names;
}

/** Returns the declaration of a name in the scope of a node; undefined for a global. */
export function declarationOf(name: string, from: ts.Node): Declaration | undefined {
  for (let node: ts.Node | undefined = from.parent; node; node = node.parent) {
    const found = scopeOf(node).get(name);
    if (found) return 'from' in found ? throughImport(found) : found;
  }
  return undefined;
}

/** Returns the declaration that an import refers to; the import itself if it refers to a package. */
function throughImport(given: { from: string; name: string; file: ts.SourceFile }): Declaration {
  if (!given.from.startsWith('.')) return given;
  const path = relative(root, resolve(root, dirname(given.file.fileName), given.from));
  const file = files.get(`${path}.ts`) ?? files.get(`${path}/index.ts`);
  if (!file) return given;
  return exportedFrom(file, given.name) ?? given;
}

function exportedFrom(file: ts.SourceFile, name: string): Declaration | undefined {
  const own = scopeOf(file).get(name);
  if (own) return 'from' in own ? throughImport(own) : own;
  for (const statement of file.statements) {
    if (!ts.isExportDeclaration(statement) || !statement.moduleSpecifier) continue;
    const from = (statement.moduleSpecifier as ts.StringLiteral).text;
    const named = statement.exportClause;
    if (named && ts.isNamedExports(named)) {
      const one = named.elements.find((element) => element.name.text === name);
      if (one) return throughImport({ from, name: (one.propertyName ?? one.name).text, file });
    } else if (!named) {
      const found = throughImport({ from, name, file });
      if (!('from' in found)) return found;
    }
  }
  return undefined;
}

/** The calls in all files, keyed by the last name in the called expression. */
export const callsByName: ReadonlyMap<string, readonly ts.CallExpression[]> = (() => {
  const calls = new Map<string, ts.CallExpression[]>();
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const name = calledName(node);
      if (name) calls.set(name, [...(calls.get(name) ?? []), node]);
    }
    ts.forEachChild(node, visit);
  };
  for (const file of files.values()) visit(file);
  return calls;
})();

/** Returns the last name in a called expression, such as `rows` in `tx.rows(…)`. */
function calledName({ expression }: ts.CallExpression): string | undefined {
  if (ts.isIdentifier(expression)) return expression.text;
  if (ts.isPropertyAccessExpression(expression)) return expression.name.text;
  return undefined;
}
