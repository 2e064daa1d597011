import { json, Router } from 'express';
import { z } from 'zod';
import { firstIn } from '@timbre/fiscal';
import { refuseInput } from '../issues';
import { takeCancellation, type CancellationCounter } from './take-cancellation';

const requestBody = z.strictObject({
  uuids: z.array(z.guid()).min(1).max(500),
  motive: z.enum(['02', '03', '04']).default('02'),
});

/**
 * Serves `/__sim/cancellation-requests`, which simulates that the issuers of the given documents request
 * their cancellation.
 */
export function cancellationAdmin(counter: CancellationCounter): Router {
  const ask = (uuid: string, motive: string): string => {
    const stamp = counter.stamps.byUuid(uuid);
    if (!stamp) return '205';
    const { family, issuerRfc: rfc } = stamp.document;
    const folios = [{ uuid, motive, replacement: undefined }];
    const taken = takeCancellation(counter, { family, rfc, folios }, 'element');
    return taken.taken ? firstIn(taken.folios).status : '708';
  };
  return Router().post('/cancellation-requests', json({ limit: '64kb' }), (request, response) => {
    const body = requestBody.safeParse(request.body);
    if (!body.success) return refuseInput(response, body.error);
    const uuids = body.data.uuids.map((uuid) => uuid.toLowerCase());
    const data = uuids.map((uuid) => ({ uuid, status: ask(uuid, body.data.motive) }));
    response.status(201).json({ data });
  });
}
