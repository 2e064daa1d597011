export * from './complement';
export * from './fields';
export * from './list';
export * from './withholdings';
