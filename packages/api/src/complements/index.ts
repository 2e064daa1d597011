export * from './complement';
export * from './fields';
export * from './list';
