// The client of the Timbre API. Everything except the types in `generated/` and the routes is
// written by hand.
export { createTimbre, type Timbre } from './timbre.ts';
export { onlyIn } from './routes.ts';
export { TimbreError, type Issue, type Outcome } from './timbre-error.ts';
export { readWebhook, WebhookSignatureError, type WebhookMessage } from './webhook.ts';
export type { TimbreOptions } from './transport.ts';
export type { CallOptions } from './call.ts';
export type { WebhookEvent } from './generated/operations.ts';
export type * from './generated/types.gen.ts';
