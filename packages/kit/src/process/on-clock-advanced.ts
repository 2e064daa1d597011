import { gateway } from '@timbre/contract';
import type { EventConsumer } from '../messaging/consumer';
import { readPayload } from '../messaging/event';
import { storeClock } from '../operation/clocks';
import { transactionConsumer, type ConsumerParts } from './transaction-consumer';

/** Returns a consumer that stores by how much sandbox organizations have advanced their clocks. */
export const clockConsumer = (service: string, parts: ConsumerParts): EventConsumer =>
  transactionConsumer(
    parts,
    {
      name: `${service}-sandbox-clocks`,
      service: 'gateway',
      subject: 'gateway.sandbox_clock.advanced',
    },
    async ({ payload }, tx) => {
      const { aheadMs } = readPayload(gateway.SandboxClock, payload);
      await storeClock(tx, aheadMs);
    },
  );
