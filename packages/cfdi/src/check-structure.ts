import { STRUCTURE } from './finding';
import type { Finding, Path } from './finding';
import type { AttributeStep, Element, Step } from './grammar';

type Fields = Readonly<Record<string, unknown>>;

/**
 * What the schema asks of a model: everything required is there, and every value keeps the limits
 * of its type. `except` names fields of the root that come later, as the seal does.
 */
export function checkStructure<T extends object>(
  element: Element<T>,
  value: T,
  except: ReadonlySet<string> = new Set(),
): Finding[] {
  const findings: Finding[] = [];
  for (const step of element.steps) {
    if (!except.has(step.key)) checkStep(findings, step, (value as Fields)[step.key], []);
  }
  return findings;
}

function checkElement(
  findings: Finding[],
  element: Element<never>,
  value: Fields,
  path: Path,
): void {
  for (const step of element.steps) checkStep(findings, step, value[step.key], path);
}

function checkStep(findings: Finding[], step: Step, value: unknown, path: Path): void {
  if (step.part === 'attribute') checkAttribute(findings, step, value, path);
  else if (step.part === 'child') checkChildren(findings, step, value, path);
}

function checkAttribute(
  findings: Finding[],
  step: AttributeStep,
  value: unknown,
  path: Path,
): void {
  if (value === undefined) {
    if (step.required) add(findings, [...path, step.key], `${step.name} is required`);
  } else if (!step.type.accepts(value as never)) {
    add(findings, [...path, step.key], `${step.name} is not a ${step.type.expected}`);
  }
}

function checkChildren(
  findings: Finding[],
  step: Extract<Step, { part: 'child' }>,
  value: unknown,
  path: Path,
): void {
  const isEmpty = value === undefined || (step.many && (value as unknown[]).length === 0);
  if (isEmpty) {
    const name = step.wrapper ?? step.element.name;
    if (step.required) add(findings, [...path, step.key], `${name} is required`);
    return;
  }
  const here = [...path, step.key];
  if (!step.many) {
    checkElement(findings, step.element, value as Fields, here);
    return;
  }
  (value as Fields[]).forEach((item, index) => {
    checkElement(findings, step.element, item, [...here, index]);
  });
}

function add(findings: Finding[], path: Path, message: string): void {
  findings.push({ code: STRUCTURE, path, message });
}
