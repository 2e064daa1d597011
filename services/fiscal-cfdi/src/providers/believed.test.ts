import type { LookupOutcome, Pac, StampOutcome } from '../domain/stamping/pac';
import { believed } from './believed';

const sealed = {
  kind: 'cfdi',
  xml: '<cfdi:Comprobante Fecha="2026-11-21T10:00:00" Sello="AA"/>',
} as const;

function pac(answer: StampOutcome & LookupOutcome): Pac {
  const answering = () => Promise.resolve(answer);
  return {
    name: 'p',
    stamp: answering,
    lookup: answering,
    cancel: () => Promise.reject(new Error()),
  };
}

describe('a PAC that is believed', () => {
  it.each(['stamp', 'lookup'] as const)(
    'leaves what it stamped otherwise unknown: %s',
    async (call) => {
      const doubted = believed(
        pac({ outcome: 'stamped', xml: '<cfdi:Comprobante/>' }),
        () => undefined,
      );
      const outcome = await doubted[call](sealed, 'a', 0);
      expect(outcome).toMatchObject({ outcome: 'unknown', cause: expect.any(Error) });
    },
  );

  it.each<StampOutcome & LookupOutcome>([
    { outcome: 'rejected', code: '302', message: '' },
    { outcome: 'pending' },
    { outcome: 'unknown', cause: 'lost' },
  ])('passes on that it is $outcome', async (answer) => {
    expect(await believed(pac(answer), () => undefined).stamp(sealed, 'a', 0)).toBe(answer);
  });
});
