import type { fiscalCfdi } from '@timbre/contract';
import { isUuid } from '@timbre/fiscal';
import { nilUuid, query } from '@timbre/kit';
import { statesIssued, statesOf } from '../store/cfdi/cfdi-states';

/**
 * The maximum number of CFDI in a page. A page with the maximum number of CFDI has a size of a few hundred
 * kilobytes.
 */
const limitMax = 5_000;

/**
 * Lists the stamped CFDI with the given UUIDs; the number of UUIDs is not limited. If no UUIDs are given,
 * the operation lists a page of the CFDI that were issued in a period, in the order of their UUIDs.
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
