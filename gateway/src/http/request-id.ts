import { randomUUID } from 'node:crypto';

/** `req_` and 32 hexadecimal digits; a random UUID is the cheapest source of them. */
export const newRequestId = (): string => `req_${randomUUID().replaceAll('-', '')}`;
