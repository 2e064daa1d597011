import { dataOf } from '@timbre/testkit/client';
import { startProduction } from '../production';

describe('200', () => {
  it('is off until it is set', async () => {
    const api = await startProduction();
    expect(await dataOf(api.request('GET', '/v1/sat/sync-schedule'))).toEqual({
      enabled: false,
      timeOfDay: '03:00',
      sources: ['issued_cfdi', 'received_cfdi'],
      freshEveryHours: 24,
    });
  }, 120_000);
});
