import { Refusal, type CallContext } from '@timbre/kit';
import { callContext } from '@timbre/testkit';
import type { Credential } from '../../identity/domain/principal';
import type { Services } from '../services';
import { balancesOf, withBalances } from './contact-balances';

const reader = { permissions: new Set(['receivables:read']) } as unknown as Credential;

const asked = (answer: (context: CallContext) => Promise<{ body: Buffer }>, by = reader) =>
  balancesOf(
    {
      accounts: { readBalancesOfContacts: (_: unknown, context: CallContext) => answer(context) },
    } as unknown as Services,
    ['a', 'b'],
    callContext({ deadlineMs: Date.now() + 30_000 }),
    by,
  );
const refused = (code: 'provider_unavailable' | 'internal') => () =>
  Promise.reject(new Refusal(code, 'It is down.'));

it('a contact has the sum of its open balances, or an empty list without open balances', async () => {
  const balances = await asked(() =>
    Promise.resolve({ body: Buffer.from('{"data":{"a":[{"total":1}]}}') }),
  );
  expect(withBalances({ contactId: 'a' }, balances)).toEqual({
    contactId: 'a',
    balances: [{ total: 1 }],
  });
  expect(withBalances({ contactId: 'b' }, balances)).toEqual({ contactId: 'b', balances: [] });
});

it('contacts are listed without balances after a short wait if the accounts service is unreachable', async () => {
  let waitMs = 0;
  const balances = await asked(({ deadlineMs }) => {
    waitMs = deadlineMs - Date.now();
    return refused('provider_unavailable')();
  });
  expect(withBalances({ contactId: 'a' }, balances)).toEqual({ contactId: 'a' });
  expect(waitMs).toBeLessThanOrEqual(2_000);
});

it('an error of the accounts service is not hidden', async () => {
  await expect(asked(refused('internal'))).rejects.toThrow('It is down.');
});

it('for a credential that may read neither receivables nor payables, no balances are requested', async () => {
  const clerk = { permissions: new Set(['contacts:read']) } as unknown as Credential;
  expect(await asked(refused('internal'), clerk)).toBeUndefined();
});
