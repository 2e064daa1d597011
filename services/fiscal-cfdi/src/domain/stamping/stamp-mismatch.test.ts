import { generateKeyPairSync } from 'node:crypto';
import { attachTimbre, seal, signTimbre, type Certificate } from '@timbre/cfdi';
import { sampleDraft, sampleProfile } from '../../../test/sample-draft';
import { comprobanteOf } from '../drafting/comprobante-of';
import { stampMismatch } from './stamp-mismatch';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const signer = { privateKey, certificateNumber: '30001000000500003416', certificateBase64: 'AA' };
const sealed = seal(
  comprobanteOf(
    sampleDraft('income', {
      cfdiUse: 'G03',
      payment: { timing: 'single_payment', formCode: '03' },
    }),
    sampleProfile,
    { fecha: '2026-11-21T10:00:00' },
  ),
  signer,
);
const sent = { kind: 'cfdi', xml: sealed.xml } as const;

const stamp = {
  uuid: '5F0C1D2E-7A3B-4C5D-9E6F-0A1B2C3D4E5F',
  fechaTimbrado: '2026-11-21T10:00:05',
  rfcProvCertif: 'SPR190613I52',
  selloCfd: sealed.sello,
  noCertificadoSat: '30001000000500003456',
};
const answered = (changes: Partial<typeof stamp> = {}, key = privateKey) =>
  attachTimbre(sealed.xml, signTimbre({ ...stamp, ...changes }, key));
const known = (number: string) =>
  number === stamp.noCertificadoSat ? ({ publicKey } as Certificate) : undefined;

describe('a stamp', () => {
  it('a stamp is accepted if it belongs to the sent document, from known and unknown PACs', () => {
    expect(stampMismatch(sent, answered())).toBeUndefined();
    expect(stampMismatch(sent, answered(), known)).toBeUndefined();
    expect(
      stampMismatch(sent, answered({ leyenda: 'Mensaje del SAT' } as never), known),
    ).toBeUndefined();
  });

  it.each([
    ['10 minutes before', '2026-11-21T09:50:00'],
    ['from a zone two hours behind', '2026-11-21T12:00:10'],
    ['at the end of the 72 hours', '2026-11-24T09:59:59'],
  ])('a stamp is accepted as timely if its time is %s', (_, fechaTimbrado) => {
    expect(stampMismatch(sent, answered({ fechaTimbrado }), known)).toBeUndefined();
  });

  it.each<[string, Partial<typeof stamp>, RegExp]>([
    ['of another seal', { selloCfd: 'AAAA' }, /^complemento.timbre.selloCfd/],
    ['without a UUID', { uuid: 'no' }, /^uuid/],
    ['of a PAC that is no company', { rfcProvCertif: 'AAAA010101AAA' }, /^rfcProvCertif/],
    ['without a number of a certificate', { noCertificadoSat: '1' }, /^noCertificadoSat/],
    ['of a day that is none', { fechaTimbrado: '2026-02-30T10:00:00' }, /^fechaTimbrado/],
    ['long before the document', { fechaTimbrado: '2026-11-20T10:00:00' }, /^fechaTimbrado/],
    ['long after it', { fechaTimbrado: '2026-11-25T10:00:00' }, /^fechaTimbrado/],
  ])('stampMismatch gives a reason for a stamp that is %s', (_, changes, doubt) => {
    expect(stampMismatch(sent, answered(changes))).toMatch(doubt);
  });

  it('stampMismatch returns a reason if the PAC is known and another key made the signature', () => {
    const { privateKey: stranger } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    expect(stampMismatch(sent, answered({}, stranger), known)).toMatch(/selloSat/);
    expect(stampMismatch(sent, answered({}, stranger))).toBeUndefined();
  });

  it('a stamp is found under any namespace prefix', () => {
    const renamed = answered().replaceAll('tfd:', 't:').replace('xmlns:tfd=', 'xmlns:t=');
    expect(stampMismatch(sent, renamed, known)).toBeUndefined();
  });

  it.each(['', '<html>', sealed.xml])(
    'stampMismatch returns a reason for a response without a stamp: case %#',
    (text) => {
      expect(stampMismatch(sent, text)).toBe('the answer has no stamp that can be read');
    },
  );
});
