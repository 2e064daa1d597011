import type { fiscalCfdi } from '@timbre/contract';
import { Refusal, type CallContext, type ServiceClient } from '@timbre/kit';
import type { FiscalIdentity } from '../domain/ports';

export type FiscalCfdiClient = ServiceClient<typeof fiscalCfdi.FiscalCfdiService>;

/** fiscal-cfdi over gRPC. Reads never carry the caller's idempotency key. */
export function fiscalCfdiPort(client: FiscalCfdiClient): FiscalIdentity<CallContext> {
  return {
    async employerRfc(context) {
      try {
        const { body } = await client.getFiscalProfile({}, withoutKey(context));
        return (JSON.parse(body.toString()) as { data: { rfc: string } }).data.rfc;
      } catch (error) {
        if (error instanceof Refusal && error.code === 'not_found') return undefined;
        throw error;
      }
    },
  };
}

const withoutKey = (context: CallContext): CallContext => ({ ...context, idempotency: undefined });
