import { created, type Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { issuesOf, refusalOf } from '../refused';

let api: Api;
beforeAll(async () => {
  api = await startDocumented();
});

const path = '/v1/organization/members';
const invite = (body: object, by = api) => by.request('POST', path, { body });

describe('201', () => {
  it('inviteMember returns the invitation without its link', async () => {
    const answer = await invite({ email: 'Eva@Example.com', role: 'accountant' });
    expect(answer.status).toBe(201);
    expect(answer.json.data).toMatchObject({
      email: 'eva@example.com',
      role: 'accountant',
      status: 'invited',
      invitedBy: expect.stringMatching(/^credential:/) as string,
    });
    expect(answer.bytes.toString()).not.toContain('/invitations/');
  });

  it('inviteMember renews an existing invitation of the same email address', async () => {
    const [first, second] = [
      await created(api, path, { email: 'ana@example.com', role: 'sales' }),
      await created(api, path, { email: 'ANA@example.com', role: 'payroll' }),
    ];
    expect(second).toMatchObject({ memberId: first.memberId, role: 'payroll' });
  });
});

describe('400', () => {
  it('inviteMember reports all faults at once', async () => {
    const answer = await invite({ email: 'eva', role: 'king', extra: 1 });
    expect(issuesOf(answer)).toEqual([
      'email: invalid_format',
      'extra: unknown_field',
      'role: invalid_value',
    ]);
  });

  it('inviteMember refuses a role with permissions that the calling key does not have', async () => {
    const asked = { name: 'Members', permissions: ['members:manage'] };
    const { apiKey } = await created(api, '/v1/credentials', asked);
    const answer = await invite(
      { email: 'max@example.com', role: 'sales' },
      api.withApiKey(apiKey as string),
    );
    expect(issuesOf(answer)).toEqual(['role: permission_not_held']);
  });
});

describe('403', () => {
  it('inviteMember refuses an API key that may not manage members', async () => {
    const asked = { name: 'Reader', permissions: ['members:read'] };
    const { apiKey } = await created(api, '/v1/credentials', asked);
    const answer = await invite(
      { email: 'max@example.com', role: 'sales' },
      api.withApiKey(apiKey as string),
    );
    expect(refusalOf(answer)).toBe('403 forbidden insufficient_scope');
  });
});
