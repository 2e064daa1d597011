import type { SealingKey } from '../ports';
import type { Profile } from '../set-up/fiscal-profile';

/** Who seals a document, when, with which key. */
export interface Sealing {
  profile: Profile;
  /** Local time at the place of issue. */
  fecha: string;
  key: SealingKey;
}
