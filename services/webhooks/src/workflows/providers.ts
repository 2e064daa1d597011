import type { SecretBox } from '@timbre/kit';
import type { AddressRules } from '../domain/receiver-url';

/** The outside systems that operations need. */
export interface WebhookProviders {
  secrets: SecretBox;
  /** New random bytes. */
  randomBytes: (count: number) => Buffer;
  addresses: AddressRules;
}
