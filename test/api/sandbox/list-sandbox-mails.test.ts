import { created, dataOf, type Api, type Shown } from '@timbre/testkit/client';
import { startDocumentedIssuer } from '../documented';
import { refusalOf } from '../refused';
import { until } from '../until';
import { newMail } from './mails';

let api: Api;
let mail: Shown;
beforeAll(async () => {
  api = await startDocumentedIssuer();
  mail = await newMail(api);
});

const list = (query = '', by = api) => by.request('GET', `/v1/sandbox/mails${query}`);

describe('200', () => {
  it('listSandboxMails lists the mail of a document, and finds it by recipient and by document', async () => {
    expect(mail).toMatchObject({ recipient: 'ana@example.com', subject: expect.any(String) });
    expect((await list('?query=ana')).json.data).toEqual([mail]);
    expect((await list('?query=beto')).json.data).toEqual([]);
  });

  it('listSandboxMails lists an invitation, which belongs to no document', async () => {
    const body = { email: 'eva@example.com', role: 'accountant' };
    await created(api, '/v1/organization/members', body);
    const found = await until(
      60_000,
      () => dataOf(list('?query=eva')),
      ({ length }) => length === 1,
    );
    expect(found).toMatchObject([{ recipient: 'eva@example.com' }]);
    expect(found[0]).not.toHaveProperty('documentRef');
  });

  it('listSandboxMails returns nothing of another organization', async () => {
    expect((await list('', await startDocumentedIssuer())).json.data).toEqual([]);
  });
});

describe('403', () => {
  it('listSandboxMails requires all permissions of its contents, because a mail may contain a payroll receipt', async () => {
    const permissions = ['files:read', 'members:manage'];
    const { apiKey } = await created(api, '/v1/credentials', { name: 'Mail', permissions });
    expect(refusalOf(await list('', api.withApiKey(apiKey as string)))).toMatch(/^403 forbidden/);
  });
});
