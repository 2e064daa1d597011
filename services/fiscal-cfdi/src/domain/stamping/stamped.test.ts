import { generateKeyPairSync } from 'node:crypto';
import { attachTimbre, seal, signTimbre } from '@timbre/cfdi';
import { sampleDraft, sampleProfile } from '../../../test/sample-draft';
import { comprobanteOf } from '../drafting/comprobante-of';
import { stamped, type Sent } from './stamped';

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const signer = { privateKey, certificateNumber: '30001000000500003416', certificateBase64: 'AA' };
const issuance = { fecha: '2026-11-21T10:00:00' };
const draft = sampleDraft('income', {
  cfdiUse: 'G03',
  payment: { timing: 'single_payment', formCode: '03' },
});
const { xml, sello } = seal(comprobanteOf(draft, sampleProfile, issuance), signer);
const timbre = {
  uuid: '5F0C1D2E-7A3B-4C5D-9E6F-0A1B2C3D4E5F',
  fechaTimbrado: '2026-11-21T10:00:05',
  rfcProvCertif: 'SPR190613I52',
  selloCfd: sello,
  noCertificadoSat: '30001000000500003456',
};
const answer = attachTimbre(xml, signTimbre(timbre, privateKey));

const sent = {
  kind: 'cfdi',
  version: 4,
  stage: 'stamping',
  attempt: 'sending',
  isOwnSeal: (other) => other === sello,
} satisfies Sent;

describe('stamped', () => {
  it.each([
    ['answered', sent, xml],
    ['looked up later', { ...sent, stage: 'unknown', attempt: 'unknown' } as const, undefined],
  ])(
    'the result of a stamp that is %s contains every change of the document',
    (_, state, sealedXml) => {
      expect(stamped(state, answer, sealedXml)).toEqual({
        document: {
          status: 'valid',
          stage: 'stamped',
          uuid: '5f0c1d2e-7a3b-4c5d-9e6f-0a1b2c3d4e5f',
          stamp: {
            stampedLocalDateTime: '2026-11-21T10:00:05',
            certificateNumber: signer.certificateNumber,
            satCertificateNumber: timbre.noCertificadoSat,
            pacRfc: timbre.rfcProvCertif,
          },
          lastRejection: null,
        },
        version: 5,
        attempt: 'stamped',
        happened: 'stamped',
      });
    },
  );

  it('stamped returns no result if the stamp belongs to another seal', () => {
    expect(stamped({ ...sent, isOwnSeal: () => false }, answer, xml)).toBeUndefined();
  });

  it("stamped returns no result if the PAC's response has no stamp", () => {
    expect(stamped(sent, xml, xml)).toBeUndefined();
  });

  it.each([
    ['a draft that was not sealed', { stage: 'draft' } as const],
    ['an attempt that is over', { attempt: 'rejected' } as const],
  ])('stamped throws an error for %s', (_, state) => {
    expect(() => stamped({ ...sent, ...state }, answer, xml)).toThrow('cannot be stamped');
  });
});
