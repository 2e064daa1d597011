import { addFinding, collectFindings } from './finding';
import type { Finding } from './finding';
import type { ChildStep, Element } from './grammar';
import { structureFinding } from './place';
import type { Place } from './place';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Checks a model against the schema: required parts are present, and values are within the limits of their
 * type.
 * @param except the root fields that may be missing because they are filled in later, such as the seal
 */
export function checkStructure<T extends object>(
  element: Element<T>,
  value: T,
  except?: ReadonlySet<string>,
): Finding[] {
  const findings = collectFindings((found) => {
    checkElement(found, element, value as Fields, undefined);
  });
  if (!except) return findings;
  return findings.filter(({ path }) => path.length > 1 || !except.has(String(path[0])));
}

function checkElement(
  findings: Finding[],
  element: Element<never>,
  fields: Fields,
  up: Place | undefined,
): void {
  for (const { key, name, type, required } of element.attributes) {
    const value = fields[key];
    if (value === undefined) {
      if (required) addFinding(findings, structureFinding({ up, key }, `${name} is required`));
      // The cast is safe, because the check of each type accepts values of any kind.
    } else if (!type.accepts(value as never)) {
      addFinding(findings, structureFinding({ up, key }, `${name} must be ${type.expected}`));
    }
  }
  for (const step of element.children) checkChildren(findings, step, fields[step.key], up);
}

function checkChildren(
  findings: Finding[],
  step: ChildStep,
  value: unknown,
  up: Place | undefined,
): void {
  if (step.part === 'raw') return;
  if (value === undefined || (step.many && (value as unknown[]).length === 0)) {
    const name = step.wrapper ?? step.element.name;
    if (step.required) {
      addFinding(findings, structureFinding({ up, key: step.key }, `${name} is required`));
    }
    return;
  }
  const here = { up, key: step.key };
  if (!step.many) checkElement(findings, step.element, value as Fields, here);
  else {
    (value as Fields[]).forEach((item, index) => {
      checkElement(findings, step.element, item, { up: here, key: index });
    });
  }
}
