import { callContext, type ServiceRuntime } from '@timbre/testkit';
import { SatFault } from '../src/domain/sat-fault';
import type { LabelledRow, QrCode } from '../src/domain/taxpayers/qr-page';
import { checkTaxId } from '../src/operations/check-tax-id';
import { getTaxProfile } from '../src/operations/get-tax-profile';
import { startSatSync } from './sat-sync';

let service: ServiceRuntime;
beforeAll(async () => void (service = await startSatSync()));
afterAll(() => service.close());

const rfc = 'URE180429TM6';
const idCif = '12345678901';
const rows: LabelledRow[] = [
  ['Denominación o Razón Social:', 'UNIVERSIDAD'],
  ['Régimen:', 'Régimen General de Ley Personas Morales'],
  ['Fecha de alta:', '29-04-2018'],
];

/** Simulates the SAT with a single tax card, and returns undefined for any other card. */
const knowing = ({ idCif: asked }: QrCode) => Promise.resolve(asked === idCif ? rows : undefined);
const silent = () => Promise.reject(new SatFault('sat_unavailable', 'no answer'));

const context = callContext();
async function check(request: object, qrRows: (code: QrCode) => Promise<unknown> = knowing) {
  const runtime = { ...service.runtime, providers: { portals: { qrRows } } };
  const body = await checkTaxId.run(runtime as never, context, { rfc, ...request });
  return (JSON.parse(body.toString()) as { data: unknown }).data;
}

const unknownCard = {
  code: 'validation_error',
  details: { issues: [{ path: ['idCif'], code: 'id_cif_unknown' }] },
};

test('checking an RFC with an unknown tax card is refused, even if another card of the RFC is stored', async () => {
  await expect(check({ idCif: '10000000001' })).rejects.toMatchObject(unknownCard);
  expect(await check({ idCif, legalName: 'Universidad' })).toMatchObject({ status: 'valid' });
  await expect(check({ idCif: '10000000001' })).rejects.toMatchObject(unknownCard);
});

test('stored data of the same tax card are used if the SAT does not respond', async () => {
  expect(await check({ idCif, legalName: 'Otra' }, silent)).toMatchObject({ status: 'mismatch' });
  expect(await check({ legalName: 'Universidad' }, silent)).toMatchObject({ status: 'valid' });
  await expect(check({ idCif: '10000000001' }, silent)).rejects.toMatchObject({
    code: 'provider_unavailable',
  });
});

test('several concurrent checks of one unknown RFC all return a result', async () => {
  const fresh = { rfc: 'AAA010101AAA', idCif };
  const checks = Array.from({ length: 8 }, () => check({ ...fresh, legalName: 'Universidad' }));
  for (const answer of await Promise.all(checks)) expect(answer).toMatchObject({ status: 'valid' });
});

test('data from the page behind a QR code do not replace the obligations from the stored Constancia', async () => {
  await check({ idCif });
  const obligations = [{ description: 'IVA', periodicity: 'monthly', startDate: '2020-01-01' }];
  await service.rows(
    `update tax_profiles set profile = jsonb_set(profile, '{obligations}', $2::jsonb)
     where org_id = $1 and rfc = $3 returning 1`,
    [context.organizationId, JSON.stringify(obligations), rfc],
  );
  await check({ idCif });
  const profile = await service.answer(getTaxProfile, context, { rfc });
  expect(profile).toMatchObject({ source: 'qr', obligations });
});
