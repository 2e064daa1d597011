import { created, dataOf, type Shown } from '@timbre/testkit/client';
import { newDue } from '../accounts/books';
import { proposal, proposerOf } from '../approvals/proposals';
import { startDocumented, startDocumentedIssuer } from '../documented';
import { booksOf, newCredit } from '../expenses/books';
import { until } from '../until';
import { announced } from './announced';

const dayMs = 86_400_000;

it('the reversal of a payment to a supplier is published to webhooks', async () => {
  const api = await startDocumentedIssuer();
  const { documentRef, supplierId } = await newCredit(await booksOf(api));
  const paid = { amount: 10, formCode: '03', paidOn: '2026-01-20' };
  const body = { ...paid, applications: [{ documentRef, amount: 10 }] };
  const path = `/v1/accounts/payables/${supplierId as string}/payments`;
  const posted = await until(
    60_000,
    () => api.request('POST', path, { body }),
    ({ status }) => status === 201,
  );
  const { transactionId } = await dataOf(Promise.resolve(posted));
  await dataOf(
    api.request('POST', `/v1/accounts/transactions/${transactionId as string}/reverse`, {
      body: { reason: 'Bounced' },
    }),
  );
  expect(await announced(api, 'payable_transaction.reversed')).toMatchObject({
    transactionId,
    reason: 'Bounced',
  });
});

it("the due day of a customer's open balance is published to webhooks", async () => {
  const api = await startDocumentedIssuer();
  const { dueOn, documentRef } = await newDue(api);
  const body = { to: `${dueOn as string}T18:00:00Z` };
  await dataOf(api.request('POST', '/v1/sandbox/clock/advance', { body }));
  expect(await announced(api, 'receivable.due')).toMatchObject({ documentRef });
});

it('the failure of an approved action is published to webhooks', async () => {
  const api = await startDocumentedIssuer();
  const agent = await proposerOf(api);
  const { approvalId } = await proposal(api, agent);
  const [certificate] = (await dataOf(
    api.request('GET', '/v1/fiscal/certificates'),
  )) as unknown as Shown[];
  const path = `/v1/fiscal/certificates/${certificate!.certificateId as string}`;
  expect((await api.request('DELETE', path)).status).toBe(200);
  await api.request('POST', `/v1/approvals/${approvalId}/approve`);
  expect(await announced(api, 'approval.failed')).toMatchObject({ approvalId });
});

it('the invitation in the sandbox mailbox can be accepted', async () => {
  const api = await startDocumented();
  const body = { email: 'eva@example.com', role: 'sales' };
  const { memberId } = await created(api, '/v1/organization/members', body);
  const [mail] = await until(
    60_000,
    async () => (await api.request('GET', '/v1/sandbox/mails')).json.data as Shown[],
    (mails) => mails.length > 0,
  );
  const { text } = await dataOf(api.request('GET', `/v1/sandbox/mails/${mail!.mailId as string}`));
  const [link] = /http\S+\/invitations\/\S+/.exec(text as string)!;
  const answer = await fetch(link, { method: 'POST', body: new URLSearchParams() });
  expect(answer.status).toBe(200);
  expect(await announced(api, 'member.joined')).toMatchObject({ memberId });
});

it('webhooks receive an event when a certificate in use expires soon', async () => {
  const api = await startDocumentedIssuer();
  const validTo = new Date(Date.now() + 20 * dayMs).toISOString();
  const { rfc, legalName } = await dataOf(api.request('GET', '/v1/fiscal/profile'));
  const made = await created(api, '/v1/sandbox/certificates', {
    kind: 'csd',
    rfc,
    legalName,
    validTo,
  });
  const { certificate, privateKey, passphrase } = made;
  const { certificateId } = await created(api, '/v1/fiscal/certificates', {
    certificate,
    privateKey,
    passphrase,
  });
  const path = `/v1/fiscal/certificates/${certificateId as string}/activate`;
  expect((await api.request('POST', path)).status).toBeLessThan(300);
  expect(await announced(api, 'certificate.expiring', 150_000)).toMatchObject({ certificateId });
});

it('a customer who appears on the list of article 69-B is published to webhooks', async () => {
  const api = await startDocumentedIssuer();
  const customer = { kind: 'customer', legalName: 'CONTRIBUYENTE SIMULADO 0', rfc: 'SIM100101000' };
  const { contactId } = await created(api, '/v1/contacts', customer);
  expect(await announced(api, 'blacklist.changed', 150_000)).toMatchObject({
    rfc: 'SIM100101000',
    listed: true,
    contacts: [{ contactId }],
    entries: expect.arrayContaining([
      expect.objectContaining({ list: '69b', situation: 'Definitivo' }),
    ]),
  });
});
