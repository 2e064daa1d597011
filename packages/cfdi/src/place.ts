import { STRUCTURE } from './finding';
import type { Finding } from './finding';

/** A path that is only written out when there is something to say about its end. */
export interface Place {
  readonly up: Place | undefined;
  readonly key: string | number;
}

/** A fault of structure at a place of the model; no place is the root. */
export function structureFinding(place: Place | undefined, message: string): Finding {
  const path: (string | number)[] = [];
  for (let at = place; at; at = at.up) path.unshift(at.key);
  return { code: STRUCTURE, path, message };
}
