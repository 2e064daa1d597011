import { certain, itemAt } from '@timbre/fiscal';
import { prefixOf } from './grammar';
import type { Element, Step } from './grammar';

/** One step in building the cadena original of an element. */
export type SealStep =
  | {
      readonly take: 'attribute';
      readonly path: readonly string[];
      readonly name: string;
      readonly required: boolean;
    }
  | { readonly take: 'text'; readonly path: readonly string[]; readonly required: boolean }
  | {
      readonly take: 'children';
      readonly path: readonly string[];
      readonly order: SealOrder | undefined;
    }
  | { readonly take: 'descendants'; readonly name: string }
  /** A step that represents all complements, in the order of the document. */
  | { readonly take: 'complements'; readonly path: readonly string[] };

export type SealOrder = readonly SealStep[];

/** Returns the order of the cadena for a modeled element. */
export function orderOf(element: Element<never>): SealOrder {
  const isOpen = element.steps.some((step) => step.part === 'raw' && step.wrapper === undefined);
  // Complements can have any order, and the cadena contains them in the order of the document.
  // Therefore, a single step represents all complements.
  if (isOpen) return [{ take: 'complements', path: [] }];
  return element.steps.filter((step) => step.sealed).map(sealStep);
}

function sealStep(step: Step): SealStep {
  if (step.part === 'attribute') {
    return { take: 'attribute', path: [], name: step.name, required: step.required };
  }
  const path = step.wrapper === undefined ? [] : [step.wrapper];
  if (step.part === 'raw') return { take: 'complements', path };
  return { take: 'children', path: [...path, step.element.name], order: orderOf(step.element) };
}

/**
 * Parses the notation of `complement-orders.ts`. The function throws SyntaxError for any other
 * text.
 */
export function parseOrders(notation: string): Map<string, SealOrder> {
  const orders = new Map<string, SealOrder>();
  let prefix = '';
  for (const line of notation.replace(/\n +/g, ' ').split('\n')) {
    if (line === '') continue;
    if (line.startsWith('# ')) {
      prefix = line.slice(2);
      continue;
    }
    const [name, steps] = line.split(' = ');
    if (!name || !steps) throw new SyntaxError(`not an order: ${line}`);
    orders.set(`${prefix}:${name}`, parseSteps(steps, prefix));
  }
  return orders;
}

function parseSteps(steps: string, prefix: string): SealOrder {
  const tokens = steps.match(/[^\s{]+\{[^}]*\}|\S+/g) ?? [];
  return tokens.map((token) => parseStep(token, prefix));
}

function parseStep(token: string, prefix: string): SealStep {
  const braces = /^([^{]+)\{([^}]*)\}$/.exec(token);
  if (braces) {
    const path = qualify(itemAt(braces, 1).split('/'), prefix);
    return { take: 'children', path, order: parseSteps(itemAt(braces, 2), prefix) };
  }
  if (token.startsWith('.//')) return { take: 'descendants', name: `${prefix}:${token.slice(3)}` };
  const required = !token.endsWith('?');
  const parts = (required ? token : token.slice(0, -1)).split('/');
  const last = certain(parts.pop(), 'the last part');
  const path = qualify(parts, prefix);
  if (last.startsWith('@')) return { take: 'attribute', path, name: last.slice(1), required };
  if (last === '.') return { take: 'text', path, required };
  return { take: 'children', path: [...path, `${prefix}:${last}`], order: undefined };
}

function qualify(names: readonly string[], prefix: string): string[] {
  return names.map((name) => (prefixOf(name) ? name : `${prefix}:${name}`));
}
