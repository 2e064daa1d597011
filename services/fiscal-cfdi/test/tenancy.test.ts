import { uploadCertificate } from '../src/operations/upload-certificate';
import {
  newSeries,
  organizationWithProfile,
  startFiscalCfdi,
  type FiscalCfdi,
} from './fiscal-cfdi';

let service: FiscalCfdi;
let organizationId: string;
const tables = ['fiscal_profiles', 'certificates', 'secrets', 'series'];

beforeAll(async () => {
  service = await startFiscalCfdi();
  for (const name of ['stranger', 'own']) {
    const context = await organizationWithProfile(service);
    await service.answer(uploadCertificate, context, await service.authority.mint());
    await newSeries(service, context, name);
    organizationId = context.organizationId;
  }
});
afterAll(() => service.close());

describe.each(tables)('%s, queried without an organization filter', (table) => {
  it('a table that is queried without an organization filter shows only the rows of the bound organization', async () => {
    const owners = `select distinct org_id from ${table}`;
    expect(await service.rows(owners)).toHaveLength(2);
    expect(await service.asOrganization(organizationId, owners)).toEqual([
      { org_id: organizationId },
    ]);
    expect(await service.asOrganization(undefined, owners)).toEqual([]);
  });

  it('a statement without an organization filter changes and deletes no row of another organization', async () => {
    const count = `select count(*)::int as count from ${table} where org_id <> $1`;
    const before = await service.rows(count, [organizationId]);
    const others = `from ${table} where org_id <> '${organizationId}'`;
    await service.asOrganization(organizationId, `delete ${others}`);
    await service.asOrganization(
      organizationId,
      `update ${table} set version = 99 where org_id <> $1`,
      [organizationId],
    );
    expect(await service.rows(count, [organizationId])).toEqual(before);
    expect(await service.rows(`select from ${table} where version = 99`)).toEqual([]);
  });

  it('a table accepts no row of another organization', async () => {
    const stolen = `update ${table} set org_id = gen_random_uuid()`;
    await expect(service.asOrganization(organizationId, stolen)).rejects.toThrow(
      /row-level security/,
    );
  });
});
