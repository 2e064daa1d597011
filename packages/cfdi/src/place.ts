import { STRUCTURE } from './finding';
import type { Finding } from './finding';

/** A path as a linked list. The place becomes an array only if there is a finding. */
export interface Place {
  readonly up: Place | undefined;
  readonly key: string | number;
}

/**
 * Returns a structural fault at a place in the model. A finding without a place belongs to the
 * root.
 */
export function structureFinding(place: Place | undefined, message: string): Finding {
  const path: (string | number)[] = [];
  for (let at = place; at; at = at.up) path.unshift(at.key);
  return { code: STRUCTURE, path, message };
}
