import { Refusal } from '@timbre/kit';
import type { Request } from 'express';

/** The maximum number of bytes of an organization's incomplete bodies in memory. */
const bytesMax = 64 << 20;

export interface Arrivals {
  /**
   * Receives a body of an organization if the memory limit allows it.
   * @param mostBytes is the maximum body size, which also counts for a body without a declared
   * length
   * @throws Refusal rate_limited
   */
  receive<T>(
    organizationId: string,
    request: Pick<Request, 'headers'>,
    mostBytes: number,
    read: () => Promise<T>,
  ): Promise<T>;
}

/**
 * Limits the memory that incomplete bodies use in this gateway. Other gateways count separately.
 */
export function createArrivals(): Arrivals {
  const arriving = new Map<string, number>();
  return {
    async receive(organizationId, request, mostBytes, read) {
      const bytes = Math.min(declared(request), mostBytes);
      const before = arriving.get(organizationId) ?? 0;
      if (bytes > 0 && before + bytes > bytesMax) throw tooMuch();
      arriving.set(organizationId, before + bytes);
      try {
        return await read();
      } finally {
        // The organization may already be missing from the map, because a request of zero bytes
        // also deletes an entry of zero bytes.
        const rest = (arriving.get(organizationId) ?? 0) - bytes;
        if (rest > 0) arriving.set(organizationId, rest);
        else arriving.delete(organizationId);
      }
    },
  };
}

function declared({ headers }: Pick<Request, 'headers'>): number {
  if (headers['transfer-encoding'] !== undefined) return Infinity;
  return Number(headers['content-length'] ?? 0);
}

const tooMuch = () =>
  new Refusal('rate_limited', 'Your organization sends too much at once; wait for some of it.', {
    retryable: true,
    retryAfterSeconds: 1,
  });
