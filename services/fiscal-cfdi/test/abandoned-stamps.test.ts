import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CallContext } from '@timbre/kit';
import { testPool } from '@timbre/testkit';
import { runSettleStamp } from '../src/commands/settle-stamp';
import { getCfdi } from '../src/operations/get-cfdi';
import { listCfdiEvents } from '../src/operations/list-cfdi-events';
import { countAbandoned } from '../src/store/stamping/stamp-attempts';
import { fakePacCertificate, loses, stampsAndLoses, withTimbre } from './fake-pac';
import { operatorRuntime } from './fiscal-cfdi';
import {
  loseStamp, moveClock, newStampable, stamp, stampKey, stampRefused, startStamping, stateOf, type Stamping,
} from './stamping'; // prettier-ignore

const hour = 3_600;
const uuid = '11111111-2222-4333-8444-555555555555';

let stamping: Stamping;
beforeAll(async () => void (stamping = await startStamping()));
afterAll(() => stamping.close());
beforeEach(() => {
  moveClock(stamping, 0);
  const [pac] = stamping.pacs;
  pac.answers.length = pac.lookups.length = 0;
});

async function abandoned(): Promise<number> {
  const pool = testPool(stamping.service.database.systemUrl, 1);
  return countAbandoned(pool).finally(() => pool.end());
}

/**
 * Stamps a document, loses the PAC's response, and lets all lookups fail for the given number of hours.
 */
async function lostFor(hours: number) {
  const { context, documentRef } = await newStampable(stamping);
  const [pac] = stamping.pacs;
  pac.answers.push(stampsAndLoses);
  await loseStamp(stamping, stampKey(context), documentRef);
  pac.lookups.push(loses);
  moveClock(stamping, hours * hour + 1);
  await stamping.reconcile();
  return { context, documentRef };
}

const detail = (context: CallContext, documentRef: string) =>
  stamping.service.answer(getCfdi as never, context, { documentRef } as never);

async function events(context: CallContext, documentRef: string): Promise<unknown[]> {
  const request = { documentRef } as never;
  const { data } = await stamping.service.page(listCfdiEvents as never, context, request);
  return data.map(({ event, code }) => [event, code].filter(Boolean).join(' '));
}

async function sealedXml(documentRef: string): Promise<{ xml: string; sello: string }> {
  const { cfdi } = await stateOf(stamping, documentRef);
  const xml = String(cfdi['sealed_xml']);
  return { xml, sello: / Sello="([^"]+)"/.exec(xml)![1]! };
}

describe('a stamp with an unknown outcome', () => {
  it('a stamp with an unknown outcome shows how long the outcome has been unknown and the time of the next lookup', async () => {
    const { context, documentRef } = await lostFor(71);
    const { unconfirmedStamp, status } = await detail(context, documentRef);
    expect(status).toBe('draft');
    expect(unconfirmedStamp).toEqual({
      sentAt: '2026-11-21T15:00:00.000Z',
      nextCheckAt: '2026-11-24T14:10:01.000Z',
    });
    expect(await events(context, documentRef)).not.toContain('stamp_abandoned operator_needed');
    await settled(context, documentRef);
  });

  it('a stamp with an unknown outcome is reported to an operator once, after 72 hours: on the document, in its history and in a metric', async () => {
    const before = await abandoned();
    const { context, documentRef } = await lostFor(72);
    const pac = stamping.pacs[0];
    pac.lookups.push(loses);
    moveClock(stamping, 73 * hour);
    await stamping.reconcile();
    const { unconfirmedStamp } = await detail(context, documentRef);
    expect(unconfirmedStamp).toMatchObject({ operatorNeededAt: '2026-11-24T15:00:01.000Z' });
    const announced = (await events(context, documentRef)).filter((event) =>
      String(event).startsWith('stamp_abandoned'),
    );
    expect(announced).toEqual(['stamp_abandoned operator_needed']);
    expect((await abandoned()) - before).toBe(1);
    const { code, details } = await stampRefused(stamping, stampKey(context), documentRef);
    expect([code, details.reason]).toEqual(['recovery_required', 'operator_needed']);
    await settled(context, documentRef);
    expect(await abandoned()).toBe(before);
  });

  it('a stamp with an unknown outcome can still be resolved by a late lookup', async () => {
    const { context, documentRef } = await lostFor(72);
    await settled(context, documentRef);
    const shown = await detail(context, documentRef);
    expect(shown).toMatchObject({ status: 'valid' });
    expect(shown).not.toHaveProperty('unconfirmedStamp');
  });
});

/** Lets a lookup find the stamp, so that no attempt is open when the next test begins. */
async function settled(context: CallContext, documentRef: string): Promise<void> {
  stamping.pacs[0].lookups.length = 0;
  moveClock(stamping, 80 * hour);
  await stamping.reconcile();
  expect(await detail(context, documentRef)).toMatchObject({ status: 'valid' });
}

describe('the command settle-stamp of an operator', () => {
  const command = ({ organizationId }: CallContext, documentRef: string, ...more: string[]) =>
    runSettleStamp(
      operatorRuntime(stamping),
      ['--organization', organizationId, '--document', documentRef, ...more],
      (number) => (number === fakePacCertificate.number ? fakePacCertificate : undefined),
    );

  function fileOf(xml: string): string {
    const file = join(mkdtempSync(join(tmpdir(), 'timbre-settle-')), 'stamped.xml');
    writeFileSync(file, xml);
    return file;
  }

  // The operator command uses the real clock, so the stamp in this test was lost at a real time in the
  // past.
  const lostLongAgo = async () => {
    const lost = await lostFor(72);
    await stamping.service.rows(
      `update stamp_attempts set sent_at = now() - interval '73 hours' where cfdi_id = $1`,
      [lost.documentRef.slice(5)],
    );
    return lost;
  };

  it('the operator command makes the document valid with the stamp from the PAC', async () => {
    const { context, documentRef } = await lostLongAgo();
    const { xml, sello } = await sealedXml(documentRef);
    const file = fileOf(withTimbre(xml, uuid, sello));
    expect(JSON.parse(await command(context, documentRef, '--xml', file))).toMatchObject({
      state: 'stamped',
    });
    expect(await detail(context, documentRef)).toMatchObject({ status: 'valid', uuid });
    expect(await events(context, documentRef)).toContain('stamped');
  });

  it('the operator command refuses a stamp of another seal', async () => {
    const { context, documentRef } = await lostLongAgo();
    const { xml } = await sealedXml(documentRef);
    const file = fileOf(withTimbre(xml, uuid, 'b3Ryb3NlbGxv'));
    await expect(command(context, documentRef, '--xml', file)).rejects.toMatchObject({
      details: { reason: 'stamp_of_another_seal' },
    });
    await settled(context, documentRef);
  });

  it('the operator command refuses a stamp that its PAC did not sign', async () => {
    const { context, documentRef } = await lostLongAgo();
    const { xml, sello } = await sealedXml(documentRef);
    const forged = withTimbre(xml, uuid, sello).replace(uuid, uuid.replace('1', '2'));
    await expect(command(context, documentRef, '--xml', fileOf(forged))).rejects.toMatchObject({
      details: { reason: 'stamp_invalid' },
    });
    expect(await detail(context, documentRef)).toMatchObject({ status: 'draft' });
    await settled(context, documentRef);
  });

  it('the operator command turns a document that was never stamped into a draft with its folio', async () => {
    const { context, documentRef } = await lostLongAgo();
    stamping.pacs[0].stamps.clear();
    await command(context, documentRef, '--not-stamped');
    expect(await detail(context, documentRef)).toMatchObject({ status: 'draft', folio: '1' });
    expect(await stamp(stamping, stampKey(context), documentRef)).toMatchObject({ folio: '1' });
  });

  it('the operator command is refused while a lookup may still find the stamp', async () => {
    const { context, documentRef } = await lostFor(71);
    await expect(command(context, documentRef, '--not-stamped')).rejects.toMatchObject({
      details: { reason: 'no_abandoned_stamp' },
    });
    await expect(command(context, documentRef)).rejects.toThrow('either');
    await settled(context, documentRef);
  });
});
