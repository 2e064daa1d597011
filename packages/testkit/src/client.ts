/**
 * The helpers for tests of the running system. This module imports no other workspace package, because
 * each import would take seconds in every test file.
 */
export { accessTo, apiLogDir, startApi, type Api, type ApiResponse } from './api';
export { holdRow, holdRowAt, type HeldRow } from './held-row';
export { freePort } from './free-port';
export { startFaultProxy, type FaultProxy } from './fault-proxy';
export { natsUrl, postgresUrl } from './servers';
export { testPool } from './test-pool';
export { bareEnvironment, startProcess, type TestProcess } from './process';
export { startOwnDeployment, type OwnDeployment } from './own-deployment';
export * from './issuer';
export * from './sat';
