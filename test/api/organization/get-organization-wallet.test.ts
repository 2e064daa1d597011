import { startDocumented } from '../documented';

it('getOrganizationWallet answers 200 with an empty wallet and free stamps for a new organization', async () => {
  const api = await startDocumented();
  const answer = await api.request('GET', '/v1/organization/wallet');
  expect([answer.status, answer.json.data]).toEqual([
    200,
    { currency: 'MXN', balanceMinor: 0, reservedMinor: 0, stampPriceMinor: 0 },
  ]);
});
