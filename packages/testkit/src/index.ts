export * from './client';
export { startDatabase, type TestDatabase } from './database';
export * from './runtime';
export { testPool } from './test-pool';
export { textsOfRead } from './texts-of-read';
