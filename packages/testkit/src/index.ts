export { apiLogDir, startApi, type Api, type ApiResponse } from './api';
export { startDatabase, type TestDatabase } from './database';
export { freePort } from './free-port';
export { startFaultProxy, type FaultProxy } from './fault-proxy';
export { natsUrl, postgresUrl } from './servers';
export { startProcess, type TestProcess } from './process';
export { startOwnDeployment, type OwnDeployment } from './own-deployment';
export * from './issuer';
export * from './runtime';
