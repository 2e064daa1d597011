import { randomUUID } from 'node:crypto';

/** `req_` and 32 hexadecimal digits, which a random UUID provides at the lowest cost. */
export const newRequestId = (): string => `req_${randomUUID().replaceAll('-', '')}`;
