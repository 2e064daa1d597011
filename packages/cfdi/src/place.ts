import { STRUCTURE } from './finding';
import type { Finding } from './finding';

/**
 * The path of an element, as a linked list. The list is converted to an array only for a finding,
 * because most documents have no findings.
 */
export interface Place {
  readonly up: Place | undefined;
  readonly key: string | number;
}

/**
 * Returns a structural fault at a place in the model. A finding without a place belongs to the root
 * element.
 */
export function structureFinding(place: Place | undefined, message: string): Finding {
  const path: (string | number)[] = [];
  for (let at = place; at; at = at.up) path.unshift(at.key);
  return { code: STRUCTURE, path, message };
}
