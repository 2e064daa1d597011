import type { Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';

let api: Api;
beforeAll(async () => {
  api = await startDocumented();
});

describe('200', () => {
  it('listLawPacks lists the built-in law pack first, with its digest and the last days of its legal figures', async () => {
    const { status, json } = await api.request('GET', '/v1/sat/law-packs');
    expect(status).toBe(200);
    const [builtIn] = json.data;
    expect(builtIn).toMatchObject({
      id: 'timbre.mx',
      isExample: false,
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(builtIn.ends).toContainEqual(
      expect.objectContaining({ key: 'isr.subsidy', endsOn: '2026-12-31' }),
    );
    const days = builtIn.ends.map(({ daysLeft }: { daysLeft: number }) => daysLeft);
    expect(days).toEqual([...days].sort((a, b) => a - b));
  });

  it('listLawPacks contains the pack that each payroll rule refers to', async () => {
    const { json } = await api.request('GET', '/v1/payroll/rules?on=2026-06-15&query=isr.subsidy');
    expect(json.data[0].pack).toEqual({ id: 'timbre.mx', version: expect.any(String) });
  });
});
