import { fiscalCfdi } from '@timbre/contract';
import { createRun, type ReceivedEvent } from '@timbre/kit';
import { callContext, serviceRuntime, type ServiceRuntime } from '@timbre/testkit';
import { entities } from '../store/entities';
import { migrations } from '../store/migrations';
import { onFiscalProfile } from './on-fiscal-profile';

let gateway: ServiceRuntime;
beforeAll(async () => {
  gateway = await serviceRuntime({ service: 'gateway', entities, migrations, constraints: {} });
});
afterAll(() => gateway.close());

it('the newest fiscal profile determines the time zone of the organization', async () => {
  const context = callContext();
  await gateway.rows(
    `insert into organizations (id, org_id, version, name, created_at, updated_at)
     values ($1, $1, 1, 'Uno', now(), now())`,
    [context.organizationId],
  );
  const zone = async (version: number, postalCode: string) => {
    const profile = { version, postalCode, rfc: 'URE180429TM6', legalName: 'U', taxSystem: '601' };
    const payload = fiscalCfdi.FiscalProfile.encode(profile).finish();
    await createRun(gateway.runtime, context).step((tx) =>
      onFiscalProfile({ payload } as ReceivedEvent, tx),
    );
    const [row] = await gateway.rows<{ time_zone: string | null }>(
      'select time_zone from organizations where org_id = $1',
      [context.organizationId],
    );
    return row!.time_zone;
  };
  expect(await zone(2, '77500')).toBe('America/Cancun');
  expect(await zone(1, '22000')).toBe('America/Cancun');
  expect(await zone(3, '22000')).toBe('America/Tijuana');
});
