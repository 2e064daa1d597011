import { createHash } from 'node:crypto';
import type { fiscalCfdi } from '@timbre/contract';
import { conflict, Refusal, type CallContext, type ServiceClient } from '@timbre/kit';
import type { CfdiPort, FiscalIdentity, StampingFunds } from '../domain/ports';
import { cfdiInputOf } from './payroll-input';
import {
  cancelFailure, draftFailure, shownCancellation, shownStamp, stampFailure, type ShownCfdi,
} from './translate'; // prettier-ignore

export type FiscalCfdiClient = ServiceClient<typeof fiscalCfdi.FiscalCfdiService>;

/** fiscal-cfdi waits 25 s for a PAC. */
const callMs = 30_000;

/** Checks of its readiness that a payroll document depends on. */
const neededChecks: ReadonlySet<string> = new Set(['fiscal_profile', 'certificate', 'pac']);

interface Readiness {
  checks: { code: string; ready: boolean; message: string }[];
}

/** fiscal-cfdi over gRPC. */
export function fiscalCfdiPort(
  client: FiscalCfdiClient,
): FiscalIdentity<CallContext> & CfdiPort<CallContext> {
  return {
    async employerRfc(context) {
      try {
        return read<{ rfc: string }>(await client.getFiscalProfile({}, reading(context))).rfc;
      } catch (error) {
        if (error instanceof Refusal && error.code === 'not_found') return undefined;
        throw error;
      }
    },
    async requireReady(context) {
      const [readiness, wallet] = await Promise.all([
        client.getFiscalReadiness({}, reading(context)),
        client.getOrganizationWallet({}, reading(context)),
      ]);
      const { checks } = read<Readiness>(readiness);
      const missing = checks.filter(({ code, ready }) => neededChecks.has(code) && !ready);
      if (missing.length === 0) return read<StampingFunds>(wallet);
      const issues = missing.map(({ code, message }) => ({ path: [], code, message }));
      throw conflict('Nothing can be stamped yet.', 'fiscal_not_ready', issues);
    },
    async draft(context, { rowId, draftNumber, stampNumber, documentRef, input: stampInput }) {
      const input = cfdiInputOf(stampInput);
      const key = `payroll:${rowId}:draft:${draftNumber}`;
      try {
        const reply =
          documentRef === undefined
            ? await client.createCfdi({ input }, keyed(context, key, { input }))
            : await client.updateCfdi(
                { documentRef, input },
                keyed(context, `${key}:${stampNumber}`, { documentRef, input }),
              );
        return { kind: 'drafted', documentRef: read<ShownCfdi>(reply).documentRef };
      } catch (error) {
        return draftFailure(error);
      }
    },
    async stamp(context, { rowId, documentRef, stampNumber }) {
      const key = `payroll:${rowId}:stamp:${stampNumber}`;
      try {
        const request = { documentRef };
        return shownStamp(read(await client.stampCfdi(request, keyed(context, key, request))));
      } catch (error) {
        return stampFailure(error);
      }
    },
    ...endings(client),
  };
}

/** What ends documents: stamped ones are canceled, drafts deleted. */
function endings(client: FiscalCfdiClient): Pick<CfdiPort<CallContext>, 'cancel' | 'discard'> {
  return {
    async cancel(context, { rowId, cancelNumber, ...request }) {
      const key = `payroll:${rowId}:cancel:${cancelNumber}`;
      try {
        return shownCancellation(
          read(await client.cancelCfdi(request, keyed(context, key, request))),
        );
      } catch (error) {
        return cancelFailure(error);
      }
    },
    async discard(context, documentRef) {
      const request = { documentRef };
      const key = `payroll:discard:${documentRef}`;
      await client.deleteCfdi(request, keyed(context, key, request)).catch((error: unknown) => {
        const isGone = error instanceof Refusal && ['not_found', 'conflict'].includes(error.code);
        if (!isGone) throw error;
      });
    },
  };
}

/** Reads never carry the caller's key. */
const reading = (context: CallContext): CallContext => ({ ...context, idempotency: undefined });

/** A write under a key made of the row, so that any worker that repeats it finds its outcome. */
function keyed(context: CallContext, key: string, request: unknown): CallContext {
  const fingerprint = createHash('sha256').update(JSON.stringify(request)).digest('hex');
  const route = 'payroll';
  return {
    ...context,
    deadlineMs: Date.now() + callMs,
    idempotency: { route, key, fingerprint },
  };
}

function read<T>(reply: { body: Uint8Array }): T {
  return (JSON.parse(Buffer.from(reply.body).toString()) as { data: T }).data;
}
