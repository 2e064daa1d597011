import { hasRfcCheckDigit, Rfc } from '@timbre/fiscal';
import { parseTimbre } from '@timbre/cfdi';
import { SCENARIOS, scenarioById, TAXPAYER_SCENARIOS } from '../src/scenarios/catalogue';
import { sealedIncome, sealedRetention } from './documents';
import { disposeSimulators, runSimulator, stampsOf, turn, type Running } from './simulator';
import { swClient } from './sw-client';

let simulator: Running;
let sw: ReturnType<typeof swClient>;

beforeAll(async () => {
  simulator = await runSimulator(() => 0.5);
  sw = swClient(simulator.url);
});
afterAll(disposeSimulators);

function provoking(id: string): string {
  const scenario = scenarioById(id);
  if (!scenario) throw new Error(`there is no scenario ${id}`);
  return sealedIncome(simulator.signer, { receiverRfc: scenario.trigger.receiverRfc[0] });
}

/** Sends a document to stamp, and returns the raw status and body of the response. */
async function rawStamp(xml: string, signal?: AbortSignal) {
  const token = (await sw.login('demo', 'secreto')).data?.['token'];
  const form = new FormData();
  form.set('xml', new Blob([xml]), 'xml');
  const response = await fetch(`${simulator.url}/sw/v4/cfdi33/stamp/v2`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
    ...(signal ? { signal } : {}),
  });
  return { status: response.status, text: await response.text() };
}

async function stampCount(xml: string): Promise<number> {
  const answer = await sw.stamp(xml);
  const { uuid } = parseTimbre(answer.data?.['tfd']);
  return (await stampsOf(simulator.url)).filter((line) => line.uuid === uuid).length;
}

describe('the published catalogue', () => {
  test('the published catalogue lists every scenario with its magic values and expectation, without effects', async () => {
    const keys = ['expect', 'happens', 'id', 'title', 'trigger'];
    for (const [path, all, listed] of [
      ['/scenarios', SCENARIOS, ['active', 'expect', 'happens', 'id', 'title', 'trigger']],
      ['/scenarios/taxpayers', TAXPAYER_SCENARIOS, keys],
    ] as const) {
      const answer = await fetch(`${simulator.url}${path}`);
      const { data } = (await answer.json()) as { data: { id: string }[] };
      expect(data.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
      for (const scenario of data) expect(Object.keys(scenario).sort()).toEqual(listed);
    }
  });

  test('the published catalogue has magic RFCs with a valid check digit, and unique magic values', () => {
    const rfcs = [
      ...SCENARIOS.flatMap(({ trigger }) => trigger.receiverRfc),
      ...TAXPAYER_SCENARIOS.flatMap(({ trigger }) => trigger.requesterRfc),
    ];
    for (const text of rfcs) {
      const rfc = Rfc.parse(text);
      expect(rfc && hasRfcCheckDigit(rfc)).toBe(true);
    }
    const values = [...rfcs, ...SCENARIOS.map(({ trigger }) => trigger.total)];
    expect(new Set(values).size).toBe(values.length);
    const ids = [...SCENARIOS, ...TAXPAYER_SCENARIOS].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('the total of a document alone triggers a scenario', async () => {
    const total = scenarioById('seal_refused')?.trigger.total;
    const answer = await sw.stamp(sealedIncome(simulator.signer, { total: total! }));
    expect(answer.message).toMatch(/^302 - /);
  });
});

describe('the switch of an organization', () => {
  const put = (organization: string, scenarioId: string | null) =>
    fetch(`${simulator.url}/scenarios/switched`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', 'timbre-organization': organization },
      body: JSON.stringify({ scenarioId }),
    });
  const stampFor = (organization: string, xml: string) =>
    sw.sendXml('/v4/cfdi33/stamp/v2', xml, { 'timbre-organization': organization });

  test('the switch of an organization affects only the requests of this organization, until the switch is off', async () => {
    const xml = sealedIncome(simulator.signer);
    expect((await put('own', 'seal_refused')).status).toBe(200);
    expect((await stampFor('own', xml)).message).toMatch(/^302 - /);
    expect((await stampFor('other', xml)).status).toBe('success');
    await put('own', null);
    expect((await stampFor('own', sealedIncome(simulator.signer))).status).toBe('success');
  });

  test('a document with a magic value has its own scenario, even if the organization has activated another scenario', async () => {
    await put('own', 'seal_refused');
    expect((await stampFor('own', provoking('too_old'))).message).toMatch(/^401/);
  });

  test('switching a scenario requires an organization and a published scenario', async () => {
    expect((await put('', 'seal_refused')).status).toBe(404);
    expect((await put('own', 'unheard_of')).status).toBe(400);
  });
});

describe('a stamp with a lost or wrong answer', () => {
  test.each(['answer_lost', 'answer_truncated'])(
    'the scenario %s closes the connection',
    async (id) => {
      const xml = provoking(id);
      await expect(rawStamp(xml)).rejects.toThrow();
      expect((await sw.stamp(xml)).message).toMatch(/^307/);
      expect(await stampCount(xml)).toBe(1);
    },
  );

  test('a repeated request after an HTML 502 is answered with 307, because the document was stamped', async () => {
    const xml = provoking('bad_gateway_after_stamping');
    const first = await rawStamp(xml);
    expect(first).toMatchObject({ status: 502, text: expect.stringContaining('<html>') });
    expect((await sw.stamp(xml)).message).toMatch(/^307/);
  });

  test('a late answer arrives after its delay', async () => {
    await turn(simulator.url, '/timings', { lateAnswerSeconds: 0.2 });
    const startedAt = performance.now();
    const { text } = await rawStamp(provoking('answer_late'));
    expect(performance.now() - startedAt).toBeGreaterThan(190);
    expect(JSON.parse(text)).toMatchObject({ status: 'success' });
  });

  test('the scenario answer_never loses every answer', async () => {
    const xml = provoking('answer_never');
    await expect(rawStamp(xml)).rejects.toThrow();
    await expect(rawStamp(xml)).rejects.toThrow();
  });

  test('a wrong stamp has another SelloCFD, and the repeated request returns the right stamp', async () => {
    const xml = provoking('wrong_stamp');
    const seal = / Sello="([^"]+)"/.exec(xml)?.[1];
    const wrong = parseTimbre((await sw.stamp(xml)).data?.['tfd']);
    const right = parseTimbre((await sw.stamp(xml)).data?.['tfd']);
    expect(wrong.selloCfd).not.toBe(seal);
    expect(right.selloCfd).toBe(seal);
  });
});

describe('a response 307 to the first send', () => {
  test('a 307 at the first send is answered with the XML', async () => {
    const answer = await sw.stamp(provoking('previously_stamped'));
    expect(answer.message).toMatch(/^307/);
    expect(answer.data?.['cfdi']).toContain('TimbreFiscalDigital');
  });

  test('a 307 at the first send is answered without the XML for a time of the simulated clock', async () => {
    const xml = provoking('previously_stamped_without_xml');
    expect(await sw.stamp(xml)).toMatchObject({
      data: null,
      message: expect.stringMatching(/^307/),
    });
    expect((await sw.stamp(xml)).data).toBeNull();
    simulator.clock.advance(11);
    expect((await sw.stamp(xml)).data?.['cfdi']).toContain('TimbreFiscalDigital');
  });
});

describe('nothing is stamped', () => {
  test.each([
    ['server_error', 500],
    ['bad_gateway', 502],
  ])(
    'the scenario %s answers %i once and stamps nothing; the resend is stamped',
    async (id, status) => {
      const xml = provoking(id);
      expect((await rawStamp(xml)).status).toBe(status);
      expect((await sw.stamp(xml)).status).toBe('success');
    },
  );

  test('the scenario service_unavailable answers 503 each time and stamps nothing', async () => {
    const xml = provoking('service_unavailable');
    for (let send = 0; send < 3; send += 1) expect((await rawStamp(xml)).status).toBe(503);
  });

  test('the scenario no_answer drops the first send and stamps nothing', async () => {
    const xml = provoking('no_answer');
    await expect(rawStamp(xml, AbortSignal.timeout(1_500))).rejects.toThrow();
    expect((await sw.stamp(xml)).status).toBe('success');
  });
});

test('a withholding document is refused with the codes of the Retenciones matrix', async () => {
  const [rfcR] = scenarioById('receiver_unknown')!.trigger.receiverRfc;
  const xml = sealedRetention(simulator.signer, { receiver: { rfcR } });
  const answer = await sw.sendXml('/retencion/stamp/v2', xml);
  expect(String(answer.message)).toMatch(/^Reten20113 - /);
});

test.each([
  ['seal_refused', 400, /^302 - /],
  ['certificate_revoked', 400, /^304 - /],
  ['too_old', 400, /^401 - El rango de la fecha/],
  ['issuer_not_listed', 400, /^402 - /],
  ['receiver_unknown', 400, /^CFDI40143 - /],
  ['receiver_name_refused', 400, /^CFDI40145 - /],
  ['receiver_postal_code_refused', 400, /^CFDI40148 - /],
  ['credentials_refused', 401, /^AU2000 - /],
  ['account_suspended', 400, /^703 - /],
  ['stamps_exhausted', 400, /^718 - /],
])('the scenario %s refuses every send', async (id, http, message) => {
  const xml = provoking(id);
  for (let send = 0; send < 2; send += 1)
    expect(await sw.stamp(xml)).toMatchObject({ http, message: expect.stringMatching(message) });
});

test('a refused or failed request creates no stamp', async () => {
  const { data } = (await (await fetch(`${simulator.url}/__sim/sends`)).json()) as {
    data: { sealHash: string; lastAnswer: string }[];
  };
  const stamped = new Set((await stampsOf(simulator.url)).map(({ sealHash }) => sealHash));
  const unstamped = data.filter(({ lastAnswer }) => /^(refused|account|failed)/.test(lastAnswer));
  expect(unstamped.length).toBeGreaterThan(10);
  for (const { sealHash } of unstamped) expect(stamped.has(sealHash)).toBe(false);
});
