import { newId, type CallContext } from '@timbre/kit';
import type {
  CancelAnswer,
  CancelRequest,
  CfdiPort,
  DraftAnswer,
  DraftRequest,
  StampingFunds,
  StampingAnswer,
  StampingRequest,
} from '../src/domain/ports';

/** fiscal-cfdi as far as payroll sees it: drafts and stamps have keys, and a key has one outcome. */
export class FakeCfdi implements CfdiPort<CallContext> {
  readonly drafts: DraftRequest[] = [];
  readonly stamps: StampingRequest[] = [];
  readonly discarded: string[] = [];
  readonly cancels: CancelRequest[] = [];
  refusedBecause: Error | undefined;
  /** What the next calls answer; afterwards everything is drafted and confirmed. */
  readonly nextDrafts: DraftAnswer[] = [];
  readonly nextStamps: StampingAnswer[] = [];
  readonly nextCancels: CancelAnswer[] = [];
  inFlight = 0;
  mostInFlight = 0;

  /** Stamps are free until a test says otherwise. */
  funds: StampingFunds = { balanceMinor: 0, stampPriceMinor: 0 };

  requireReady(): Promise<StampingFunds> {
    return this.refusedBecause ? Promise.reject(this.refusedBecause) : Promise.resolve(this.funds);
  }

  draft(_context: CallContext, request: DraftRequest): Promise<DraftAnswer> {
    this.drafts.push(request);
    const documentRef = request.documentRef ?? `cfdi:${request.rowId}:${request.draftNumber}`;
    return Promise.resolve(this.nextDrafts.shift() ?? { kind: 'drafted', documentRef });
  }

  async stamp(_context: CallContext, request: StampingRequest): Promise<StampingAnswer> {
    this.stamps.push(request);
    this.inFlight += 1;
    this.mostInFlight = Math.max(this.mostInFlight, this.inFlight);
    await new Promise((resolve) => setImmediate(resolve));
    this.inFlight -= 1;
    const { documentRef } = request;
    return this.nextStamps.shift() ?? { kind: 'confirmed', uuid: newId(), documentRef };
  }

  cancel(_context: CallContext, request: CancelRequest): Promise<CancelAnswer> {
    this.cancels.push(request);
    const told = { state: 'requested', code: '201' } as const;
    return Promise.resolve(this.nextCancels.shift() ?? { kind: 'requested', told });
  }

  discard(_context: CallContext, documentRef: string): Promise<void> {
    this.discarded.push(documentRef);
    return Promise.resolve();
  }
}
