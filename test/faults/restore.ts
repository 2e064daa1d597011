import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dataOf } from '@timbre/testkit/client';
import { services } from '../../scripts/runtime/services.mjs';
import { inFlight } from './clients';
import type { Stamp, System } from './system';

/** The processes that lose their data; the simulated PACs and the SAT keep theirs. */
const processes = services.filter(({ name }) => name !== 'authority-simulator');
const databases = processes.filter(({ database }) => database !== undefined);

/**
 * Kills every process, PostgreSQL and NATS, and brings back the backup of PostgreSQL. NATS begins empty, as in
 * a new release. The processes stay stopped.
 */
export async function restoreBackup(system: System): Promise<void> {
  await inFlight(4, processes, ({ name }) => system.kill(name));
  await system.kill('nats');
  await system.kill('postgres');
  rmSync(join(system.natsStore, 'jetstream'), { recursive: true });
  await system.bringBack();
  await system.start('postgres');
  await system.start('nats');
}

/** Starts the processes after a restore, and publishes the events again that NATS lost. */
export async function startAgain(system: System, since: string): Promise<void> {
  const [gateway, others] = [
    processes.filter(({ name }) => name === 'gateway'),
    processes.filter(({ name }) => name !== 'gateway'),
  ];
  await inFlight(4, others, ({ name }) => system.start(name));
  await inFlight(4, databases, ({ name }) => system.command(name, ['republish', '--since', since]));
  for (const { name } of gateway) await system.start(name);
}

/** The receiver of the invoices of the tests. */
export const customerRfc = 'URE180429TM6';

/**
 * Saves the XML of SW's invoices in a folder, as a person downloads them from the portal of a PAC that has no
 * list. The payroll receipts are not among them.
 */
export async function portalFolder(system: System): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'timbre-portal-'));
  const url = `http://127.0.0.1:${system.pacs.sw.port}/sw`;
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ user: 'demo', password: 'demo' });
  const login = await fetch(`${url}/v2/security/authenticate`, { method: 'POST', headers, body });
  const { data } = (await login.json()) as { data: { token: string } };
  const authorization = `Bearer ${data.token}`;
  const isInvoice = ({ pac, receiverRfc }: Stamp) => pac === 'sw' && receiverRfc === customerRfc;
  const own = (await system.stamps()).filter(isInvoice);
  await inFlight(4, own, async ({ uuid }) => {
    const found = await fetch(`${url}/datawarehouse/v1/live/${uuid}`, {
      headers: { authorization },
    });
    const stored = (await found.json()) as { data: { records: { urlXml: string }[] } };
    const file = await fetch(stored.data.records[0]!.urlXml);
    writeFileSync(join(folder, `${uuid}.xml`), await file.text());
  });
  return folder;
}

/** An issued document as its client was told, or as the database has it. */
export interface Issued {
  documentRef: string;
  uuid: string;
  /** Series and folio. */
  number: string;
}

/** Returns the answer to a stamp request in the form of the log. */
export async function issuedIn(answer: Parameters<typeof dataOf>[0]): Promise<Issued> {
  const { documentRef, uuid, series, folio } = await dataOf(answer);
  return { documentRef, uuid, number: `${series}${folio}` } as Issued;
}

/** Reads all issued documents of an organization from the database. */
export const storedDocuments = (
  system: System,
  organizationId: string,
): Promise<(Issued & { status: string })[]> =>
  system.sql(
    'fiscal-cfdi',
    `select 'cfdi:' || id as "documentRef", uuid::text as uuid, status,
       coalesce(series, '') || coalesce(folio::text, external_folio, '') as number
     from cfdi where org_id = $1 and direction = 'issued' and uuid is not null
     union all
     select 'withholding:' || id, uuid::text, status,
       case when folio is null then coalesce(external_folio, '') else series || folio end
     from withholdings where org_id = $1 and uuid is not null`,
    [organizationId],
  );
