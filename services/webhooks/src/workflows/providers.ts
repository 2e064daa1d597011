import type { SecretBox } from '@timbre/kit';
import type { AddressRules } from '../domain/receiver-url';

export interface WebhookProviders {
  secrets: SecretBox;
  randomBytes: (count: number) => Buffer;
  addresses: AddressRules;
}
