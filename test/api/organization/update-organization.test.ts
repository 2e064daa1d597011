import { dataOf, type Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { issuesOf } from '../refused';

let api: Api;
beforeAll(async () => {
  api = await startDocumented();
});

const rename = (body: object) => api.request('PATCH', '/v1/organization', { body });

describe('200', () => {
  it('updateOrganization renames the organization', async () => {
    const data = await dataOf(rename({ name: '  Panadería Ñandú ' }));
    expect(data).toMatchObject({ name: 'Panadería Ñandú', status: 'active' });
    expect(await dataOf(api.request('GET', '/v1/organization'))).toEqual(data);
  });
});

describe('400', () => {
  it.each<[object, string]>([
    [{}, 'name: required'],
    [{ name: ' ' }, 'name: too_small'],
    [{ name: 'a\u0000b' }, 'name: character_not_allowed'],
    [{ name: 'a'.repeat(101) }, 'name: too_big'],
  ])('updateOrganization refuses %j', async (body, issue) => {
    const answer = await rename(body);
    expect(issuesOf(answer)).toContain(issue);
  });
});
