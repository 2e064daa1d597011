import { randomUUID } from 'node:crypto';

/** `req_` and 32 hexadecimal digits; a random UUID is their cheapest source. */
export const newRequestId = (): string => `req_${randomUUID().replaceAll('-', '')}`;
