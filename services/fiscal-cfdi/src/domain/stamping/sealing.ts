import type { SealingKey } from '../ports';
import type { Profile } from '../set-up/fiscal-profile';

/** The values that are needed to seal a document: issuer, time and private key. */
export interface Sealing {
  profile: Profile;
  /** The local time of issue (Fecha), at the place of issue. */
  fecha: string;
  key: SealingKey;
}
