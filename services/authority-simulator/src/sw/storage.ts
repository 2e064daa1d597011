import { createHmac } from 'node:crypto';
import { Router, type RequestHandler } from 'express';
import { currentCancellation, type CancellationDesk } from '../sat/cancellation';
import { statusOf } from '../sat/status';
import type { Stamp } from '../store/stamps';
import { answerSw, swSuccess } from './envelope';

export interface StorageParts {
  readonly desk: CancellationDesk;
  readonly secret: Buffer;
  readonly token: RequestHandler;
}

/** Serves SW's storage, which returns a stored document by its UUID, with signed file URLs. */
export function storageRouter({ desk, secret, token }: StorageParts): Router {
  const router = Router();
  const signature = (file: string) => createHmac('sha256', secret).update(file).digest('base64url');
  const own = (uuid: string): Stamp | undefined => {
    const stamp = desk.stamps.byUuid(uuid);
    const isReady = stamp?.pac === 'sw' && desk.clock.now() >= stamp.answerVisibleAt;
    return isReady ? stamp : undefined;
  };
  router.get('/datawarehouse/v1/live/:uuid', token, (request, response) => {
    const stamp = own(String(request.params.uuid));
    const base = `${request.protocol}://${request.get('host')}${request.baseUrl}/storage`;
    const url = (file: string) => `${base}/${file}?sig=${signature(file)}`;
    const acuse = stamp && currentCancellation(desk, stamp.uuid)?.acuse;
    const record = stamp && {
      uuid: stamp.uuid,
      urlXml: url(`${stamp.uuid}.xml`),
      urlPDF: '',
      urlAckCfdi: '',
      urlAckCancellation: acuse ? url(`${stamp.uuid}.acuse.xml`) : '',
      statusSAT: statusOf(desk, stamp).Estado,
      codigoCancelacion: acuse ? '201' : '',
    };
    answerSw(response, swSuccess({ records: record ? [record] : [] }));
  });
  router.get('/storage/:file', (request, response) => {
    const { file } = request.params;
    const stamp = own(file.replace(/(\.acuse)?\.xml$/, ''));
    const isAcuse = file.endsWith('.acuse.xml');
    const text = stamp && (isAcuse ? currentCancellation(desk, stamp.uuid)?.acuse : stamp.xml);
    if (!text || request.query['sig'] !== signature(file)) return void response.sendStatus(403);
    response.type('text/xml; charset=utf-8').send(text);
  });
  return router;
}
