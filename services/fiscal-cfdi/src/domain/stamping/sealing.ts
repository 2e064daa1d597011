import type { SealingKey } from '../ports';
import type { Profile } from '../set-up/fiscal-profile';

/** The data of a seal: issuer, time and key. */
export interface Sealing {
  profile: Profile;
  /** The local time at the place of issue. */
  fecha: string;
  key: SealingKey;
}
