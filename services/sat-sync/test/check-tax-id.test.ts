import { callContext, type ServiceRuntime } from '@timbre/testkit';
import { SatFault } from '../src/domain/sat-fault';
import type { LabelledRow, QrCode } from '../src/domain/taxpayers/qr-page';
import { checkTaxId } from '../src/operations/check-tax-id';
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

/** The SAT knows one card; `undefined` rows are an unknown one. */
const knowing = ({ idCif: asked }: QrCode) => Promise.resolve(asked === idCif ? rows : undefined);
const silent = () => Promise.reject(new SatFault('sat_unavailable', 'no answer'));

const context = callContext();
async function check(request: object, qrRows: (code: QrCode) => Promise<unknown> = knowing) {
  const runtime = { ...service.runtime, providers: { portals: { qrRows } } };
  const body = await checkTaxId.run(runtime as never, context, { rfc, ...request });
  return (JSON.parse(body.toString()) as { data: unknown }).data;
}

const unknownCard = {
  ...{ code: 'validation_error' },
  details: { issues: [{ path: ['idCif'], code: 'id_cif_unknown' }] },
};

test('a card that the SAT does not know is refused, also when another card of the RFC is known', async () => {
  await expect(check({ idCif: '10000000001' })).rejects.toMatchObject(unknownCard);
  expect(await check({ idCif, legalName: 'Universidad' })).toMatchObject({ status: 'valid' });
  await expect(check({ idCif: '10000000001' })).rejects.toMatchObject(unknownCard);
});

test('while the SAT does not answer the known data count, but not for another card', async () => {
  expect(await check({ idCif, legalName: 'Otra' }, silent)).toMatchObject({ status: 'mismatch' });
  expect(await check({ legalName: 'Universidad' }, silent)).toMatchObject({ status: 'valid' });
  await expect(check({ idCif: '10000000001' }, silent)).rejects.toMatchObject({
    code: 'provider_unavailable',
  });
});
