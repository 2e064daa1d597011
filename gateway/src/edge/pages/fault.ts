import { refusals, type Refusal, type RefusalCode } from '@timbre/kit';
import type { View } from './page';
import type { Words } from './words';

/**
 * The text for each refusal that a page may show. A refusal with any other code is shown as an
 * internal error.
 */
const texts: Partial<Record<RefusalCode, keyof Words['faults']>> = {
  not_found: 'not_found',
  validation_error: 'unreadable',
  method_not_allowed: 'unreadable',
  rate_limited: 'rate_limited',
  provider_unavailable: 'provider_unavailable',
  operation_in_progress: 'provider_unavailable',
};

/** The text for a reason that is more specific than the refusal's code. */
const ofReason: Partial<Record<string, keyof Words['faults']>> = {
  invitation_ended: 'invitation',
  organization_archived: 'archived',
  authorization_failed: 'authorization',
};

/**
 * Returns the page that shows a refusal. An unknown link and an expired link show the same page.
 */
export function faultView(words: Words, { code, details }: Refusal): View {
  const special = ofReason[details.reason ?? ''];
  const { title, text } = words.faults[special ?? texts[code] ?? 'internal'];
  return { template: 'fault', title, data: { text }, status: refusals[code].http };
}
