import { json, Router } from 'express';
import { refuseInput } from '../issues';
import type { MassDownloadStore } from '../store/mass-downloads';
import { foreignBody, mintForeign, type ForeignParts } from './foreign';

/**
 * Serves those endpoints of `/__sim` that add documents of other taxpayers and list the mass downloads,
 * with the counts that the SAT never resets.
 */
export function massDownloadAdmin(
  parts: ForeignParts & { readonly downloads: MassDownloadStore },
): Router {
  const router = Router();
  router.post('/foreign-cfdi', json({ limit: '16kb' }), async (request, response) => {
    const body = foreignBody.safeParse(request.body);
    if (!body.success) return refuseInput(response, body.error);
    response.status(201).json({ uuids: await mintForeign(parts, body.data) });
  });
  router.get('/mass-downloads', (request, response) => {
    const { rfc } = request.query;
    response.json({ data: parts.downloads.list(typeof rfc === 'string' ? rfc : undefined) });
  });
  return router;
}
