import type { SecretBox } from '@timbre/kit';
import type { AddressRules } from '../domain/receiver-url';

/** The outside systems that operations use. */
export interface WebhookProviders {
  secrets: SecretBox;
  /** Returns new random bytes. */
  randomBytes: (count: number) => Buffer;
  addresses: AddressRules;
}
