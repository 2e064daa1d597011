import { claimDeliveries } from '../src/store/claims';
import { addWebhook, callContext, startWebhooks, deliver, type WebhooksRuntime } from './webhooks';

let service: WebhooksRuntime;
beforeAll(async () => void (service = await startWebhooks()));
afterAll(() => service.close());

test('an expired delivery is not claimed by a worker', async () => {
  const context = callContext();
  await addWebhook(service, context, 'https://example.com/timbre');
  const eventId = await deliver(service, context);
  const [delivery] = await service.rows<{ at: Date }>(
    'select expires_at as at from deliveries where event_id = $1',
    [eventId],
  );
  const claimedAt = async (ms: number) => {
    const claimed = await claimDeliveries(service.systemPool, new Date(ms), 10, 10, 10);
    return claimed.filter((one) => one.eventId === eventId).length;
  };
  const endMs = delivery!.at.getTime();
  expect(await claimedAt(endMs)).toBe(0);
  expect(await claimedAt(endMs - 1)).toBe(1);
});
