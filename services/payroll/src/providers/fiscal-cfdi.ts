import type { CallableRpcs } from '@timbre/contract';
import type { Issue } from '@timbre/fiscal';
import {
  conflict,
  Refusal,
  underKey,
  withoutKey,
  type CallContext,
  type ServiceClient,
} from '@timbre/kit';
import type { CfdiPort, FiscalIdentity, StampingAnswer, StampingFunds } from '../domain/ports';
import { cancelKey } from '../domain/states/row-cancellation';
import { cfdiInputOf } from './payroll-input';
import {
  cancelFailure, isOfAnotherRequest, isStampedElsewhere, sealingFailure, shownCancellation,
  shownSealing, shownStamp, stampFailure,
} from './translate'; // prettier-ignore

export type FiscalCfdiClient = ServiceClient<CallableRpcs<'payroll', 'fiscal-cfdi'>>;

/**
 * The deadline of a call to fiscal-cfdi, in milliseconds. The deadline is longer than the 25 s for which
 * fiscal-cfdi waits for a PAC.
 */
const callMs = 30_000;

/** The readiness checks of fiscal-cfdi that must succeed for a payroll document. */
const neededChecks: ReadonlySet<string> = new Set(['fiscal_profile', 'certificate', 'pac']);

interface Readiness {
  checks: (Pick<Issue, 'code' | 'message' | 'text'> & { ready: boolean })[];
}

/**
 * Creates a client that calls fiscal-cfdi over gRPC.
 * - fiscal_not_ready: nothing can be stamped yet, because the fiscal set-up is incomplete; the issues name
 *   what is missing
 */
export function fiscalCfdiPort(
  client: FiscalCfdiClient,
): FiscalIdentity<CallContext> & CfdiPort<CallContext> {
  return {
    async employerRfc(context) {
      try {
        return read<{ rfc: string }>(await client.getFiscalProfile({}, withoutKey(context))).rfc;
      } catch (error) {
        if (error instanceof Refusal && error.code === 'not_found') return undefined;
        throw error;
      }
    },
    async requireReady(context) {
      const [readiness, wallet] = await Promise.all([
        client.getFiscalReadiness({ kind: 'payroll' }, withoutKey(context)),
        client.getOrganizationWallet({}, withoutKey(context)),
      ]);
      const { checks } = read<Readiness>(readiness);
      const missing = checks.filter(({ code, ready }) => neededChecks.has(code) && !ready);
      if (missing.length === 0) return read<StampingFunds>(wallet);
      const issues = missing.map(({ code, message, text }) => ({ path: [], code, message, text }));
      throw conflict('Nothing can be stamped yet.', 'fiscal_not_ready', issues);
    },
    async seal(context, requests) {
      const receipts = requests.map(({ documentRef, input, ...row }) => ({
        key: stampKey(row),
        documentRef,
        input: cfdiInputOf(input),
      }));
      try {
        const answer = await client.sealPayrollReceipts({ receipts }, bounded(context));
        return answer.receipts.map(shownSealing);
      } catch (error) {
        const failure = sealingFailure(error);
        return requests.map(() => failure);
      }
    },
    async stamp(context, { documentRef, ...row }) {
      const key = stampKey(row);
      const ask = async (request: unknown) =>
        shownStamp(read(await client.stampCfdi({ documentRef }, keyed(context, key, request))));
      try {
        // The idempotency key identifies the row and its content but not the draft, because the row
        // can get another draft.
        return await ask(key).catch((error: unknown) => {
          // In the previous version, idempotency keys were derived from the draft.
          if (isOfAnotherRequest(error)) return ask({ documentRef });
          throw error;
        });
      } catch (error) {
        if (isStampedElsewhere(error)) return stampOf(client, context, documentRef);
        return stampFailure(error);
      }
    },
    ...endings(client),
  };
}

/** Reads the stamp from the document, because the stamp was requested by another client. */
async function stampOf(
  client: FiscalCfdiClient,
  context: CallContext,
  documentRef: string,
): Promise<StampingAnswer> {
  try {
    return shownStamp(read(await client.getCfdi({ documentRef }, withoutKey(context))));
  } catch {
    // The stamp outcome stays unknown, and the reconciler repeats the request later.
    return { kind: 'unknown' };
  }
}

/** Returns the functions that cancel stamped documents and delete drafts. */
function endings(client: FiscalCfdiClient): Pick<CfdiPort<CallContext>, 'cancel' | 'discard'> {
  return {
    async cancel(context, { rowId, cancelNumber, ...request }) {
      const key = cancelKey({ rowId, cancelNumber });
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

/**
 * Returns the idempotency key with which a row is sealed and stamped with its current content. A
 * document is sealed and stamped with the same idempotency key, except if another client stamps the
 * draft directly.
 */
const stampKey = ({ rowId, stampNumber }: { rowId: string; stampNumber: number }): string =>
  `payroll:${rowId}:stamp:${stampNumber}`;

/** Returns the context of a write whose steps have separate idempotency keys. */
const bounded = (context: CallContext): CallContext => ({
  ...withoutKey(context),
  deadlineMs: Date.now() + callMs,
});

/**
 * Returns the context of a write with an idempotency key of the row, so that a worker that repeats
 * the write receives the same outcome.
 */
const keyed = (context: CallContext, key: string, request: unknown): CallContext => ({
  ...underKey(context, 'payroll', key, request),
  deadlineMs: Date.now() + callMs,
});

function read<T>(reply: { body: Uint8Array }): T {
  return (JSON.parse(Buffer.from(reply.body).toString()) as { data: T }).data;
}
