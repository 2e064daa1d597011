import ts from 'typescript';
import type { Evaluation } from './evaluation';
import { declarationOf } from './sources';
import { memberOf, once, Unknown, type Env } from './values';

export function bind(
  evaluation: Evaluation,
  to: ts.ParameterDeclaration | ts.VariableDeclaration,
  value: () => unknown,
  env: Env,
): void {
  const { name, initializer } = to;
  const defaulted =
    ts.isParameter(to) && initializer
      ? () => {
          const given = value();
          return given === undefined ? evaluation.of(initializer, env) : given;
        }
      : value;
  const typed = () => {
    const given = defaulted();
    if (!(given instanceof Unknown) || !to.type) return given;
    return oneOfType(evaluation, to.type, to, env) ?? given;
  };
  if (ts.isIdentifier(name)) env.set(to, typed);
  else bindPattern(evaluation, name, defaulted, to.type, env);
}

function bindPattern(
  evaluation: Evaluation,
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
      const typed = type && typeof key === 'string' ? memberType(type, key) : undefined;
      const ofType = () => typed && oneOfType(evaluation, typed, element, env);
      if (from instanceof Unknown) return ofType() ?? new Unknown(`${key} of ${from.why}`);
      if (element.dotDotDotToken)
        return ts.isArrayBindingPattern(pattern)
          ? [...(from as unknown[])].slice(index)
          : { ...(from as object) };
      const found = memberOf(from, key);
      if (found instanceof Unknown) return ofType() ?? found;
      return found === undefined && initializer ? evaluation.of(initializer, env) : found;
    };
    if (ts.isIdentifier(name)) env.set(element, member);
    else bindPattern(evaluation, name, member, undefined, env);
  });
}

/**
 * Returns one of the values of a type with few values. For numbers, a single value represents all
 * numbers.
 */
function oneOfType(evaluation: Evaluation, type: ts.TypeNode, at: ts.Node, env: Env): unknown {
  const all = valuesOf(evaluation, type);
  return all.length ? all[evaluation.choose(env, at, all.length)] : undefined;
}

function memberType(type: ts.TypeNode, name: string): ts.TypeNode | undefined {
  const members = ts.isTypeLiteralNode(type) ? type.members : interfaceOf(type)?.members;
  const member = members?.find((one) => one.name && one.name.getText() === name);
  return member && ts.isPropertySignature(member) ? member.type : undefined;
}

function interfaceOf(type: ts.TypeNode): ts.InterfaceDeclaration | undefined {
  if (!ts.isTypeReferenceNode(type) || !ts.isIdentifier(type.typeName)) return undefined;
  const found = declarationOf(type.typeName.text, type);
  return found && !('from' in found) && ts.isInterfaceDeclaration(found) ? found : undefined;
}

function valuesOf(evaluation: Evaluation, type: ts.TypeNode): unknown[] {
  if (ts.isUnionTypeNode(type)) return type.types.flatMap((one) => valuesOf(evaluation, one));
  if (ts.isParenthesizedTypeNode(type)) return valuesOf(evaluation, type.type);
  if (ts.isLiteralTypeNode(type))
    return ts.isStringLiteral(type.literal) ? [type.literal.text] : [];
  if (type.kind === ts.SyntaxKind.BooleanKeyword) return [true, false];
  if (type.kind === ts.SyntaxKind.NumberKeyword) return [7];
  if (ts.isTypeOperatorNode(type) && ts.isTypeQueryNode(type.type)) {
    const value = evaluation.lenient(type.type.exprName as ts.Identifier, evaluation.constants);
    return value instanceof Unknown ? [] : Object.keys(value as object);
  }
  if (ts.isTypeReferenceNode(type) && ts.isIdentifier(type.typeName)) {
    const found = declarationOf(type.typeName.text, type);
    if (found && !('from' in found) && ts.isTypeAliasDeclaration(found))
      return valuesOf(evaluation, found.type);
  }
  return [];
}
