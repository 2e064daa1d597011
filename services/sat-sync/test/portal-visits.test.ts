import { createRun, type CallContext, type Runtime } from '@timbre/kit';
import { callContext, withKey, type ServiceRuntime } from '@timbre/testkit';
import type { SatPortals } from '../src/domain/portals';
import { SatFault } from '../src/domain/sat-fault';
import { runSource } from '../src/jobs/run-sources';
import { extractTaxProfile } from '../src/operations/extract-tax-profile';
import { addSync } from '../src/workflows/add-sync';
import { startSatSync, textPdfs, unusedPortals } from './sat-sync';

let service: ServiceRuntime;
beforeAll(async () => void (service = await startSatSync()));
afterAll(() => service.close());
beforeEach(() => service.setClock('2026-11-21T15:00:00.000Z'));

/** Simulates portals whose sessions end when the test decides, and counts concurrent sessions. */
function slowPortals() {
  const ends: (() => void)[] = [];
  const seen = { open: 0, openMax: 0, visits: 0 };
  const visit = async () => {
    seen.visits += 1;
    seen.open += 1;
    seen.openMax = Math.max(seen.openMax, seen.open);
    await new Promise<void>((resolve) => ends.push(resolve));
    seen.open -= 1;
    throw new SatFault('sat_unavailable', 'closed');
  };
  const portals: SatPortals<CallContext> = {
    ...unusedPortals,
    declarations: visit,
    opinion: visit,
    constancia: visit,
  };
  return { portals, seen, end: () => ends.shift()?.() };
}

/**
 * Adds a synchronization of the two sources that are read from a portal. @returns the identifiers
 * of the sources
 */
async function twoSources(context: CallContext): Promise<string[]> {
  const asked = { sources: ['declarations', 'compliance_opinion'] };
  await createRun(service.runtime, context).step((tx) => {
    addSync(tx, 'EKU9003173C9', asked);
    return Promise.resolve();
  });
  const sql = 'select id::text as id from sync_sources where org_id = $1 order by id';
  return (await service.rows<{ id: string }>(sql, [context.organizationId])).map(({ id }) => id);
}

const states = async ({ organizationId }: CallContext) => {
  const sql = 'select state from sync_sources where org_id = $1 order by id';
  const rows = await service.rows<{ state: string }>(sql, [organizationId]);
  return rows.map(({ state }) => state);
};

/** Returns the number of requests that the service has begun to process. */
const begun = async ({ organizationId }: CallContext) =>
  (await service.rows('select 1 from idempotency where org_id = $1', [organizationId])).length;

const withPortals = (portals: SatPortals<CallContext>) =>
  ({ ...service.runtime, providers: { portals, pdfs: textPdfs } }) as unknown as Runtime<never>;

async function until(isThere: () => boolean): Promise<void> {
  while (!isThere()) await new Promise((resolve) => setImmediate(resolve));
}

describe('using the portals of the SAT', () => {
  it('only one source of an organization uses the portals at a time, and the next source waits', async () => {
    const context = callContext();
    const [one, other] = await twoSources(context);
    const { portals, seen, end } = slowPortals();
    const runtime = withPortals(portals);
    const first = runSource(runtime, context, one!);
    await until(() => seen.open === 1);
    expect(await runSource(runtime, context, other!)).toBe(false);
    expect(await states(context)).toEqual(['running', 'queued']);
    end();
    expect(await first).toBe(true);
    service.setClock('2026-11-21T15:00:04.000Z');
    const second = runSource(runtime, context, other!);
    await until(() => seen.open === 1);
    end();
    expect(await second).toBe(true);
    expect(seen).toEqual({ open: 0, openMax: 1, visits: 2 });
  });

  it('the portals can be used again after the process of a session has stopped', async () => {
    const context = callContext();
    const [one, other] = await twoSources(context);
    const { portals, seen, end } = slowPortals();
    const runtime = withPortals(portals);
    const silent = runSource(runtime, context, one!);
    await until(() => seen.open === 1);
    service.setClock('2026-11-21T15:01:00.000Z');
    const next = runSource(runtime, context, other!);
    await until(() => seen.visits === 2);
    end();
    end();
    await Promise.all([silent, next]);
  });

  it('a Constancia is not requested while a synchronization uses the portals', async () => {
    const context = callContext();
    const [one] = await twoSources(context);
    const { portals, seen, end } = slowPortals();
    const runtime = withPortals(portals);
    const reading = runSource(runtime, context, one!);
    await until(() => seen.open === 1);
    const asked = extractTaxProfile.run(runtime, withKey(context, 'POST extract'), {
      own: true,
    } as never);
    while ((await begun(context)) === 0);
    await begun(context);
    // The request for the Constancia waits, and uses the portal after the synchronization has ended
    // its session.
    expect(seen).toMatchObject({ open: 1, visits: 1 });
    end();
    await reading;
    await until(() => seen.visits === 2);
    end();
    await expect(asked).rejects.toMatchObject({ code: 'provider_unavailable' });
    expect(seen.openMax).toBe(1);
  });
});

it('a request for a Constancia is refused if a synchronization uses the portal for too long', async () => {
  const context = callContext();
  await service.rows(
    `insert into portal_visits values ($1, gen_random_uuid(), '2026-11-22T00:00:00Z')`,
    [context.organizationId],
  );
  const { portals } = slowPortals();
  const asked = extractTaxProfile.run(withPortals(portals), withKey(context, 'POST extract'), {
    own: true,
  } as never);
  await expect(asked).rejects.toMatchObject({
    code: 'provider_unavailable',
    details: { reason: 'portal_busy', retryable: true },
  });
});
