import { randomUUID } from 'node:crypto';

/**
 * Returns `req_` followed by 32 hexadecimal digits of a random UUID, which is the cheapest random
 * source.
 */
export const newRequestId = (): string => `req_${randomUUID().replaceAll('-', '')}`;
