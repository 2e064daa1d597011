export * from './calendar-date';
export * from './clabe';
export * from './curp';
export * from './decimal';
export * from './document-ref';
export * from './nss';
export * from './rfc';
export * from './uuid';
