export { every, type Repeated } from './telemetry/every';
export { failpoint } from './telemetry/failpoint';
export { createLogger, type Logger } from './telemetry/logger';
export { counterMetric, countSurvived, durationMetric, gaugeMetric } from './telemetry/metrics';
export { createOutage } from './telemetry/outage';
export {
  currentClockAheadMs,
  currentSandboxOrganization,
  inRequest,
  isReplay,
} from './telemetry/request-scope';
export { inSpan, inSpanNow, markFailed } from './telemetry/span';
export { survived } from './telemetry/survived';
export {
  conflict,
  invalid,
  isFinal,
  type Issue,
  listedIssues,
  notDone,
  notFound,
  notFoundAs,
  operationInProgress,
  Refusal,
  type RefusalCode,
  type RefusalDetails,
  refusalIssues,
  refusals,
  unavailable,
} from './refusal/refusal';
export { StartError } from './refusal/start-error';
export { decrypt, encrypt, localKms } from './secrets/local-kms';
export {
  rewrapSecrets,
  secretsOfOrganizations,
  type WrappedSecret,
  type WrappedSecrets,
} from './secrets/rewrap-secrets';
export type { SealedSecret, SecretBox } from './secrets/sealed-secret';
export { secretBox } from './secrets/secret-box';
export { addIndex } from './database/build-index';
export { byName } from './database/by-name';
export type { AnsweredChange, Change } from './database/change';
export { commandAcquireMs } from './database/connection';
export { openDatabase } from './database/database';
export {
  columnsOf,
  type DefinedColumn,
  pickColumns,
  recordColumns,
  type RowOf,
} from './database/defined-columns';
export { isUnusableValue, translateDatabaseError } from './database/errors';
export { grantPrivileges } from './database/grant-privileges';
export { byIdentifier, isIdentifier, newId, nilUuid, referencedId } from './database/identifier';
export { memoizeSql } from './database/memoize-sql';
export { encodeRow, messageOf } from './database/message';
export { migrate, type MigrationClass, type MigrationList } from './database/migrate';
export {
  type Filter,
  type List,
  pageLimit,
  pageOfRows,
  pageQuery,
  readCursor,
  usualZone,
} from './database/page';
export type { Queue } from './database/queue';
export {
  idInArray,
  onlyRow,
  type RecordColumn,
  recordValues,
  unestimated,
  unnested,
} from './database/records';
export {
  absent,
  type Answer,
  code,
  entriesOf,
  entryNumber,
  flag,
  instant,
  integer,
  json,
  listOf,
  type Members,
  number,
  numberIn,
  object,
  type Resource,
  resource,
  selected,
  type Sql,
  text,
  when,
} from './database/resource';
export { foldedText, hasWords, wordPatterns } from './database/search';
export { indexSearches, indexShortWords } from './database/search-index';
export { createSystemPool } from './database/system-pool';
export {
  CompressReplies,
  idempotencyTable,
  instantFunction,
  payrollTable,
  readableBySystem,
  tenantTable,
} from './database/tables';
export { Computed } from './database/target';
export { createConsumer, type EventConsumer } from './messaging/consumer';
export {
  type CompletedEvent,
  type DomainEvent,
  InvalidEvent,
  isNewer,
  newestOf,
  type PublicBody,
  readPayload,
  type ReceivedEvent,
  streamOf,
  TooMuchTogether,
} from './messaging/event';
export type { SqlExecutor } from './messaging/sql-executor';
export { messagingTables } from './messaging/tables';
export { audit, auditTable } from './operation/audit';
export { followClocks } from './operation/clocks';
export { command } from './operation/command';
export { type CallContext, requestKeyOf, underKey, withoutKey } from './operation/context';
export { idempotencyConflict } from './operation/idempotency';
export {
  documentChanged,
  readShown,
  requireJudged,
  requireJudgedRow,
  shownVersion,
} from './operation/judged';
export {
  createRun,
  type Finished,
  longCommand,
  type Opening,
  type Run,
} from './operation/long-command';
export { applyPatch } from './operation/patch';
export { query, type Reader } from './operation/query';
export { bodyOf, type Reply, replyValue, replyWith } from './operation/reply';
export type { Operation, Runtime } from './operation/runtime';
export { addSecret, loadSecret, removeSecrets, Secret, storedSecret } from './operation/secrets';
export { type Schema, Transaction } from './operation/transaction';
export type { RequestOf, ResponseOf, ServiceClient } from './grpc/client';
export type { Exact } from './grpc/exact';
export { answers, replies, type Rpcs } from './grpc/rpc';
export { unlessUnavailable } from './grpc/unless-unavailable';
export type { Clients } from './process/calls';
export {
  contextKeySetting,
  pageLinkSettings,
  readSettings,
  secretSettings,
  serviceSettings,
} from './process/config';
export { claimSql } from './process/due-claims';
export { createDueJob, type JobParts } from './process/due-job';
export { claimDueWork, type DueRow } from './process/due-leases';
export { GatheredBytes } from './process/gathered-bytes';
export { listen } from './process/health';
export type { Lifetime } from './process/lifetime';
export { instantOf } from './process/commands';
export { operatorCommand, type OperatorCommand } from './process/operator';
export { isBeyondInternet, lookupOutside, outsideOnly } from './process/outside';
export { createPageLinks, type PageLinks, pageTokenDigest } from './process/page-links';
export { runService } from './process/service';
export type { Background, Listener, Opened, ServiceParts } from './process/service-parts';
export {
  batchConsumer,
  type ConsumerParts,
  type Interest,
  subscription,
  transactionConsumer,
} from './process/transaction-consumer';
