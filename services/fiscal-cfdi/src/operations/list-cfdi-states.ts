import type { fiscalCfdi } from '@timbre/contract';
import { isUuid } from '@timbre/fiscal';
import { nilUuid, query } from '@timbre/kit';
import { statesIssued, statesOf } from '../store/cfdi/cfdi-states';

/** The maximum number of CFDI in a page. A page of this size has a few hundred kilobytes. */
const limitMax = 5_000;

/**
 * Lists the stamped CFDI with these UUIDs, without a limit of their number. Without UUIDs it lists a page of
 * the CFDI issued in a period, in the order of their UUIDs.
 */
export const listCfdiStates = query(
  async (
    read,
    request: fiscalCfdi.ListCfdiStatesRequest,
  ): Promise<fiscalCfdi.ListCfdiStatesResponse> => {
    const { direction } = request;
    const uuids = request.uuids.map((uuid) => uuid.toLowerCase()).filter(isUuid);
    if (request.uuids.length > 0) return { documents: await statesOf(read, direction, uuids) };
    const afterUuid = isUuid(request.afterUuid) ? request.afterUuid : nilUuid;
    const limit = Math.min(Math.max(request.limit, 1), limitMax);
    return { documents: await statesIssued(read, { ...request, afterUuid, limit }) };
  },
);
