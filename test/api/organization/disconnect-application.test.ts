import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { dataOf, type Api, type Shown } from '@timbre/testkit/client';
import { startProduction, startProductionDeployment } from '../production';
import { refusalOf } from '../refused';

let api: Api;
let other: Api;
beforeAll(async () => {
  [api, other] = [await startProduction(), await startProduction('Other')];
}, 360_000);

/** Inserts a connected application; test/oauth/clients.test.ts tests a real connection. */
async function connected({ organizationId }: Api): Promise<{ applicationId: string }> {
  const { adminUrls } = await startProductionDeployment();
  const client = new Client({ connectionString: adminUrls['gateway']! });
  await client.connect();
  const applicationId = `grant-${randomUUID()}`;
  await client.query(
    `with u as (insert into users values (gen_random_uuid(), $2 || '@example.com', now()) returning id)
     insert into connected_applications (id, org_id, user_id, client_id, client_name, redirect_host,
       scope, created_at, expires_at)
     select $2, $1, u.id, 'client', 'Asistente', 'localhost', 'contacts:read', now(), now() + interval '1 day'
     from u`,
    [organizationId, applicationId],
  );
  await client.end();
  return { applicationId };
}

const disconnect = (applicationId: string, by = api) =>
  by.request('DELETE', `/v1/organization/applications/${applicationId}`);

const listed = async () =>
  (await api.request('GET', '/v1/organization/access?kind=application')).json.data as Shown[];

describe('200', () => {
  it('disconnectApplication disconnects an application that listAccess showed', async () => {
    const { applicationId } = await connected(api);
    expect(await listed()).toMatchObject([{ id: applicationId, name: 'Asistente', applicationId }]);
    expect(await dataOf(disconnect(applicationId))).toEqual({ applicationId, deleted: true });
    expect(refusalOf(await disconnect(applicationId))).toBe('404 not_found');
    expect(await listed()).toEqual([]);
  });
});

describe('404', () => {
  it('disconnectApplication answers 404 for an unknown application, and for an application of another organization', async () => {
    const { applicationId } = await connected(api);
    const answers = [await disconnect(applicationId, other), await disconnect('unknown', other)];
    expect(answers.map(refusalOf)).toEqual(['404 not_found', '404 not_found']);
    expect(await listed()).toMatchObject([{ id: applicationId }]);
  });
});
