export { connectNats, type NatsLink, type NatsLinkOptions } from './connection';
export {
  createConsumer,
  type ConsumerOptions,
  type EventConsumer,
  type Outcome as EventOutcome,
} from './consumer';
export { createDeadLetters, type DeadLetters, type DeadLettersOptions } from './dead-letters';
export {
  InvalidEvent,
  TooMuchTogether,
  isNewer,
  newestOf,
  payloadBytesMax,
  readPayload,
  streamOf,
  type CompletedEvent,
  type DomainEvent,
  type PublicBody,
  type ReceivedEvent,
} from './event';
export { createOutboxRelay, type OutboxRelay, type OutboxRelayOptions } from './outbox-relay';
export type { SqlExecutor } from './sql-executor';
export { messagingTables, type MessagingRoles } from './tables';
