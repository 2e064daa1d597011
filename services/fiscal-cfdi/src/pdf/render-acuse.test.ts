import { unbroken, unbrokenText } from '../../test/read-pdf';
import { renderAcuse } from './render-acuse';

const acuse = {
  datedLocal: '2026-11-28T10:00:00.123',
  issuerRfc: 'EKU9003173C9',
  folios: [
    { uuid: '6A1B4F5C-0000-4000-8000-000000000001', status: '201' },
    { uuid: '6A1B4F5C-0000-4000-8000-000000000002', status: '1202' },
    { uuid: '6A1B4F5C-0000-4000-8000-000000000003', status: '999' },
  ],
  seal: 'c2VsbG8'.repeat(40),
  keyName: '00001088888800000002',
};

it("the printed acuse shows the requester, the time, the SAT's answer for each folio, and its seal", async () => {
  const text = await unbrokenText(
    await renderAcuse({ acuse, issuerName: 'ESCUELA KEMPER URGATE' }),
  );
  const missing = [
    'Acuse de cancelación',
    'ESCUELA KEMPER URGATE',
    'EKU9003173C9',
    '2026-11-28 10:00:00',
    `${acuse.folios[0]!.uuid} 201 – Solicitud de cancelación recibida`,
    `${acuse.folios[1]!.uuid} 1202 – Solicitada o cancelada previamente`,
    `${acuse.folios[2]!.uuid} 999`,
    acuse.seal,
    acuse.keyName,
  ].filter((each) => !text.includes(unbroken(each)));
  expect(missing).toEqual([]);
});
