import { certificateFromDer } from '@timbre/cfdi';
import { isCertificateRevoked } from '../../services/fiscal-cfdi/src/domain/stamping/certificate-refusal';
import type { Pac, PacDocument } from '../../services/fiscal-cfdi/src/domain/stamping/pac';
import { verifyStamps } from '../../services/fiscal-cfdi/src/providers/verify-stamps';
import { signCancelacion } from '../../services/fiscal-cfdi/src/providers/cancelacion';
import { createFinkok } from '../../services/fiscal-cfdi/src/providers/finkok/client';
import { createHttp } from '../../services/fiscal-cfdi/src/providers/http';
import { createSw } from '../../services/fiscal-cfdi/src/providers/sw/client';
import {
  ISSUER,
  mintOver,
  sealedIncome,
  sealedRetention,
  signerOf,
} from '../../services/authority-simulator/test/documents';
import {
  disposeSimulators,
  runSimulator,
  turn,
  type Running,
} from '../../services/authority-simulator/test/simulator';

/*
 * Tests Timbre's PAC adapters against the simulator over the real PAC protocols, for each code in the tables
 * that PACs and the SAT publish (facts/pac-sat-webservices.md, §1.3, §1.5, §1.7, §2.3, §2.4).
 */

type Name = 'sw' | 'finkok';
let simulator: Running;
const pacs = {} as Record<Name, Pac>;
const http = createHttp();
beforeAll(async () => {
  simulator = await runSimulator();
  const { url } = simulator;
  const pems = await (await fetch(`${url}/authority/ca.pem`)).text();
  const known = new Map(
    pems
      .split(/(?<=-----END CERTIFICATE-----\n)/)
      .map((pem) => Buffer.from(pem.replace(/-----[^-]+-----/g, ''), 'base64'))
      .filter((der) => der.length > 0)
      .map((der) => certificateFromDer(der))
      .map((certificate) => [certificate.number, certificate]),
  );
  const account = { user: 'demo', password: 'secreto' };
  const sw = createSw({ name: 'sw', baseUrl: `${url}/sw`, ...account }, http, Date.now);
  const finkok = createFinkok(
    { name: 'finkok', baseUrl: `${url}/finkok`, ...account },
    http,
    Date.now,
  );
  pacs.sw = verifyStamps(sw, (number) => known.get(number));
  pacs.finkok = verifyStamps(finkok, (number) => known.get(number));
});
beforeEach(() => turn(simulator.url, '/reset', {}));
afterAll(async () => {
  await disposeSimulators();
  await http.close();
});

type Kind = PacDocument['kind'];
const kinds: Kind[] = ['cfdi', 'withholding'];
const names: Name[] = ['sw', 'finkok'];
const both = names.flatMap((name) => kinds.map((kind) => [name, kind] as const));
let attempts = 0;

const sealed = (kind: Kind): PacDocument => ({
  kind,
  xml: (kind === 'cfdi' ? sealedIncome : sealedRetention)(simulator.signer),
});
const send = (name: Name, document: PacDocument, id = `attempt-${(attempts += 1)}`) =>
  pacs[name].stamp(document, id, Date.now() + 60_000);
const knob = (name: Name, knobs: object) => turn(simulator.url, `/pacs/${name}`, knobs);

async function stamped(name: Name, kind: Kind): Promise<string> {
  const outcome = await send(name, sealed(kind));
  if (outcome.outcome !== 'stamped') throw new Error(JSON.stringify(outcome));
  return /UUID="([0-9a-fA-F-]{36})" FechaTimbrado/.exec(outcome.xml)![1]!;
}

function requestOf(kind: Kind, uuid: string, signer = simulator.signer): PacDocument {
  const fecha = new Date().toISOString().slice(0, 19);
  const request = { kind, issuerRfc: ISSUER.rfc, fecha, uuid, motive: '02' };
  return { kind, xml: signCancelacion(request, signer) };
}
const said = ({ outcome, code }: { outcome: string; code?: string }) =>
  [outcome, code].filter(Boolean).join(' ');

describe.each(both)('a stamp by %s of a %s', (name, kind) => {
  it('a stamp succeeds, has the certificate of its PAC, and is returned unchanged by a lookup', async () => {
    const document = sealed(kind);
    expect(await pacs[name].lookup(document, 'never')).toMatchObject(
      name === 'sw' ? { outcome: 'stamped' } : { outcome: 'not_found' },
    );
    const first = await send(name, document, 'never');
    expect(first.outcome).toBe('stamped');
    expect(await send(name, document, 'never')).toEqual(first);
    expect(await pacs[name].lookup(document, 'never')).toEqual(first);
  });

  it('a lookup finds a stamp whose response was lost, truncated or hidden', async () => {
    for (const fault of ['dropAnswerRate', 'truncateAnswerRate', 'previouslyWithoutXmlRate']) {
      await knob(name, { [fault]: 1, hiddenXmlSeconds: 5 });
      const document = sealed(kind);
      expect(['unknown', 'pending']).toContain((await send(name, document, fault)).outcome);
      await knob(name, { [fault]: 0 });
      await turn(simulator.url, '/clock/advance', { seconds: 6 });
      expect((await pacs[name].lookup(document, fault)).outcome).toBe('stamped');
    }
  });

  it.each([
    ['serverErrorRate', { serverErrorRate: 1 }],
    ['badGatewayRate', { badGatewayRate: 1 }],
    ['reset', { down: 'reset' }],
  ])('a stamp has an unknown outcome after %s, or was certainly not sent', async (_, knobs) => {
    await knob(name, knobs);
    // The PAC SW requires a token first. If Timbre gets no token, it sends no document.
    expect(['unknown', 'not_sent']).toContain((await send(name, sealed(kind))).outcome);
  });
});

/** Error numbers of the PAC Finkok for faults that also have a code of the SAT. */
const asTheSat: Readonly<Record<string, string>> = {
  '705': '301',
  '707': '301',
  '712': '303',
  '719': '303',
  '738': '301',
};

/** The PAC codes of rejected stamp requests, grouped by the outcome that Timbre records. */
const stampCodes: Record<Name, Record<string, string[]>> = {
  finkok: {
    rejected: [
      '301',
      '302',
      '303',
      '304',
      '305',
      '306',
      '308',
      '401',
      '402',
      '705',
      '707',
      '712',
      '719',
      '738',
      'CFDI40102',
      'CFDI40145',
      'CRP20217',
      'Reten20131',
    ],
    account: ['300', '701', '702', '703', '718', '720', '740'],
    unknown: ['709'],
    pending: ['307'],
  },
  sw: {
    rejected: [
      '301',
      '302',
      '303',
      '304',
      '305',
      '306',
      '308',
      '401',
      '402',
      '403',
      'CFDI40102',
      'CFDI40145',
      'CRP20217',
      'Reten20131',
    ],
    account: ['AU2000', '703', '718'],
    pending: ['307', 'CFDI3307'],
  },
};
const tableOf = (codes: Record<Name, Record<string, string[]>>) =>
  names.flatMap((name) =>
    Object.entries(codes[name]).flatMap(([outcome, list]) =>
      list.map((code) => [name, code, outcome] as const),
    ),
  );

it.each(tableOf(stampCodes))(
  'the code of a stamp is translated: %s answers %s, which means %s',
  async (name, code, outcome) => {
    await knob(name, { stampCode: code });
    for (const kind of kinds) {
      const answer = await send(name, sealed(kind));
      const isShown = outcome === 'rejected' || outcome === 'account';
      const shown = isShown ? `${outcome} ${asTheSat[code] ?? code}` : outcome;
      expect(said(answer as never)).toBe(shown);
    }
  },
);

/**
 * The values of EstatusUUID. The SAT's codes for withholding documents are the codes for CFDI plus one
 * thousand.
 */
const folioCodes = {
  requested: ['201', '202'],
  refused: ['203', '204', '206', '207', '208', 'no_cancelable'],
  not_known_yet: ['205'],
};
const folioTable = names.flatMap((name) =>
  Object.entries(folioCodes).flatMap(([outcome, codes]) =>
    codes.flatMap((code) =>
      kinds.map((kind) => {
        const isHigher = kind === 'withholding' && /^\d+$/.test(code);
        return [name, kind, isHigher ? `1${code}` : code, outcome] as const;
      }),
    ),
  ),
);

it.each(folioTable)('a cancellation by %s of a %s with %s is %s', async (...row) => {
  const [name, kind, code, outcome] = row;
  const uuid = await stamped(name, kind);
  await knob(name, { folioCode: code });
  const answer = await pacs[name].cancel(requestOf(kind, uuid));
  expect(said(answer as never)).toBe(outcome === 'not_known_yet' ? outcome : `${outcome} ${code}`);
});

const requestCodes: Record<Name, Record<string, string[]>> = {
  finkok: {
    refused: ['300', '304', '305', '704', '711', '799', '1308', '1309', 'Invalid Passphrase'],
    requested: ['798'],
    account: ['Invalid Username or Password'],
    not_sent: ['708'],
  },
  sw: {
    refused: ['CA301', 'CA302', 'CA304', 'CR1308', 'CR1309'],
    not_sent: ['708'],
  },
};
it.each(tableOf(requestCodes))('a request that %s answers with %s is %s', async (...row) => {
  const [name, code, outcome] = row;
  const uuid = await stamped(name, 'cfdi');
  await knob(name, { cancelCode: code });
  const answer = await pacs[name].cancel(requestOf('cfdi', uuid));
  const expected =
    outcome === 'refused' || outcome === 'requested' ? `${outcome} ${code}` : outcome;
  expect(said(answer as never).replace(/ credentials$/, '')).toBe(expected);
});

it.each(['Already en BufferCancellation', 'Already Cancelled'])(
  '%s means that Finkok already has the request',
  async (words) => {
    const uuid = await stamped('finkok', 'cfdi');
    await knob('finkok', { cancelCode: words });
    const answer = await pacs.finkok.cancel(requestOf('cfdi', uuid));
    expect(answer).toMatchObject({ outcome: 'requested', code: '202' });
  },
);

describe.each(both)('a cancellation by %s of a %s', (name, kind) => {
  const thousand = kind === 'cfdi' ? '' : '1';

  it('a cancellation request is accepted with a receipt of the SAT (acuse), even if the request is repeated', async () => {
    const uuid = await stamped(name, kind);
    const first = await pacs[name].cancel(requestOf(kind, uuid));
    expect(first).toMatchObject({ outcome: 'requested', code: `${thousand}201` });
    expect((first as { acuse?: string }).acuse).toContain('EstatusUUID');
    const again = await pacs[name].cancel(requestOf(kind, uuid));
    expect(again).toMatchObject({ outcome: 'requested', code: `${thousand}202` });
  });

  it('a cancellation with a revoked certificate is rejected for that reason', async () => {
    const { rfc, legalName } = ISSUER;
    const signer = signerOf(await mintOver(simulator.url, { kind: 'csd', rfc, legalName }));
    const uuid = await stamped(name, kind);
    const path = `/authority/certificates/${signer.certificateNumber}/revoke`;
    await fetch(`${simulator.url}${path}`, { method: 'POST' });
    const answer = await pacs[name].cancel(requestOf(kind, uuid, signer));
    expect(answer.outcome).toBe('refused');
    expect(isCertificateRevoked((answer as { code: string }).code)).toBe(true);
  });

  it('a cancellation of a document without a stamp is reported as unknown', async () => {
    const uuid = '11111111-1111-5111-8111-111111111111';
    expect((await pacs[name].cancel(requestOf(kind, uuid))).outcome).toBe('not_known_yet');
  });

  it('a cancellation signed by another taxpayer is rejected', async () => {
    const minted = { kind: 'csd', rfc: 'XIA190128J61', legalName: 'XENON INDUSTRIAL ARTICLES' };
    const stranger = signerOf(await mintOver(simulator.url, minted));
    const uuid = await stamped(name, kind);
    const answer = await pacs[name].cancel(requestOf(kind, uuid, stranger));
    expect(answer.outcome).toBe('refused');
  });
});

it('the code in a receipt of the SAT (acuse) with empty Folios is still returned', async () => {
  const uuid = await stamped('finkok', 'cfdi');
  await knob('finkok', { emptyFolios: true });
  const answer = await pacs.finkok.cancel(requestOf('cfdi', uuid));
  expect(answer).toMatchObject({ outcome: 'requested', code: '201' });
});
