import { newStamped } from '@timbre/testkit/client';
import { startDocumentedIssuer } from '../documented';
import { issuesOf } from '../refused';

it('listWalletTransactions answers 200 and has no transaction for a free stamp', async () => {
  const api = await startDocumentedIssuer();
  await newStamped(api);
  const answer = await api.request('GET', '/v1/organization/wallet/transactions?kind=capture');
  const pagination = { nextCursor: null, hasMore: false };
  expect([answer.status, answer.json]).toEqual([200, { data: [], pagination }]);
});

it('listWalletTransactions answers 400 for an unknown kind of transaction', async () => {
  const api = await startDocumentedIssuer();
  const answer = await api.request('GET', '/v1/organization/wallet/transactions?kind=gift');
  expect(issuesOf(answer)).toEqual(['kind: invalid_value']);
});
