export type { AnsweredChange, Change } from './database/change';
export { Computed } from './database/target';
export * from './database/database';
export {
  columnsOf,
  pickColumns,
  recordColumns,
  type DefinedColumn,
  type RowOf,
} from './database/defined-columns';
export * from './database/errors';
export { addIndex } from './database/build-index';
export { byName } from './database/by-name';
export { encodeRow, messageOf } from './database/message';
export * from './database/grant-privileges';
export * from './database/migrate';
export { memoizeSql } from './database/memoize-sql';
export {
  pageLimit,
  pageOfRows,
  pageQuery,
  readCursor,
  usualZone,
  type Filter,
  type List,
} from './database/page';
export { foldedText, hasWords, wordPatterns } from './database/search';
export { indexSearches } from './database/search-index';
export {
  idInArray,
  recordValues,
  unestimated,
  unnested,
  type RecordColumn,
  onlyRow,
} from './database/records';
export * from './database/resource';
export { observeQueues, queueBacklog, type Queue } from './database/queue';
export { commandAcquireMs } from './database/connection';
export { createSystemPool } from './database/system-pool';
export * from './database/tables';
export * from './grpc/client';
export type { Exact } from './grpc/exact';
export * from './grpc/context-token';
export * from './grpc/rpc';
export * from './grpc/server';
export { unlessUnavailable } from './grpc/unless-unavailable';
export * from './messaging';
export { audit, auditTable } from './operation/audit';
export { followClocks, type OrganizationClocks } from './operation/clocks';
export { command } from './operation/command';
export * from './operation/context';
export * from './database/identifier';
export {
  createRun,
  longCommand,
  type Finished,
  type Opening,
  type Run,
} from './operation/long-command';
export { idempotencyConflict } from './operation/idempotency';
export {
  documentChanged,
  readShown,
  requireJudged,
  requireJudgedRow,
  shownVersion,
} from './operation/judged';
export { applyPatch } from './operation/patch';
export { query, type Reader } from './operation/query';
export { addSecret, loadSecret, removeSecrets, Secret, storedSecret } from './operation/secrets';
export { bodyOf, replyValue, replyWith, type Reply } from './operation/reply';
export type { Operation, Runtime } from './operation/runtime';
export { Transaction, type Schema } from './operation/transaction';
export {
  runAudit,
  runMigrations,
  runReplay,
  runRepublish,
  runRewrapSecrets,
} from './process/commands';
export * from './process/config';
export { lawFacts, startLaw } from './process/law';
export { renderMetrics, stopTelemetry } from './telemetry/exposition';
export { every, type Repeated } from './telemetry/every';
export { createOutage } from './telemetry/outage';
export { failpoint } from './telemetry/failpoint';
export { GatheredBytes } from './process/gathered-bytes';
export { claimSql } from './process/due-claims';
export { claimDueWork, type DueRow } from './process/due-leases';
export { createDueJob, type DueJob, type JobParts } from './process/due-job';
export * from './process/health';
export * from './process/lifetime';
export { isBeyondInternet, lookupOutside, outsideOnly } from './process/outside';
export * from './telemetry/logger';
export { runMain } from './process/main';
export {
  counterMetric,
  countSurvived,
  durationMetric,
  gaugeMetric,
  recordHttpRequest,
} from './telemetry/metrics';
export {
  currentClockAheadMs,
  currentSandboxOrganization,
  inRequest,
  isReplay,
} from './telemetry/request-scope';
export { forgetOld, startRetention } from './process/retention';
export { operatorCommand, type CommandRun, type OperatorCommand } from './process/operator';
export { openClients, type Calls, type Clients } from './process/calls';
export * from './process/page-links';
export { runtimeOf } from './process/runtime';
export { runService } from './process/service';
export type * from './process/service-parts';
export * from './process/transaction-consumer';
export { survived } from './telemetry/survived';
export { inSpan, inSpanNow, markFailed } from './telemetry/span';
export * from './refusal/refusal';
export * from './refusal/start-error';
export { decrypt, encrypt, localKms } from './secrets/local-kms';
export {
  rewrapSecrets,
  secretsOfOrganizations,
  type WrappedSecret,
  type WrappedSecrets,
} from './secrets/rewrap-secrets';
export type * from './secrets/sealed-secret';
export { secretBox } from './secrets/secret-box';
