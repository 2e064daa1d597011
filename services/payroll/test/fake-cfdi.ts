import { newId, type CallContext } from '@timbre/kit';
import type {
  CancelAnswer,
  CancelRequest,
  CfdiPort,
  SealingAnswer,
  SealingRequest,
  StampingFunds,
  StampingAnswer,
  StampingRequest,
} from '../src/domain/ports';

/**
 * Simulates fiscal-cfdi. Every request to seal or stamp has an idempotency key, and a repeated request
 * with the same key gets the same outcome.
 */
export class FakeCfdi implements CfdiPort<CallContext> {
  /** The receipts in all sealing requests; `batches` is the number of receipts in each call. */
  readonly seals: SealingRequest[] = [];
  readonly batches: number[] = [];
  readonly stamps: StampingRequest[] = [];
  readonly discarded: string[] = [];
  readonly cancels: CancelRequest[] = [];
  refusedBecause: Error | undefined;
  /**
   * The next sealing responses of the simulated fiscal-cfdi. When no prepared response is left,
   * every receipt is sealed and confirmed.
   */
  readonly nextSeals: SealingAnswer[] = [];
  readonly nextStamps: StampingAnswer[] = [];
  readonly nextCancels: CancelAnswer[] = [];
  inFlight = 0;
  mostInFlight = 0;

  /**
   * The prepaid balance of the organization. Stamps are free by default; a test can set a price.
   */
  funds: StampingFunds = { balanceMinor: 0, stampPriceMinor: 0 };

  requireReady(): Promise<StampingFunds> {
    return this.refusedBecause ? Promise.reject(this.refusedBecause) : Promise.resolve(this.funds);
  }

  seal(_context: CallContext, requests: readonly SealingRequest[]): Promise<SealingAnswer[]> {
    this.batches.push(requests.length);
    return Promise.resolve(requests.map((request) => this.sealOne(request)));
  }

  private sealOne(request: SealingRequest): SealingAnswer {
    this.seals.push(request);
    const { rowId, stampNumber } = request;
    const documentRef = request.documentRef ?? `cfdi:${rowId}:${stampNumber}`;
    return this.nextSeals.shift() ?? { kind: 'sealed', documentRef };
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
    const reported = { state: 'requested', code: '201' } as const;
    return Promise.resolve(this.nextCancels.shift() ?? { kind: 'requested', reported });
  }

  discard(_context: CallContext, documentRef: string): Promise<void> {
    this.discarded.push(documentRef);
    return Promise.resolve();
  }
}
