import type { SecretBox } from '@timbre/kit';
import type { AddressRules } from '../domain/receiver-url';

/** What operations need of the outside. */
export interface WebhookProviders {
  secrets: SecretBox;
  /** New random bytes. */
  randomBytes: (count: number) => Buffer;
  addresses: AddressRules;
}
