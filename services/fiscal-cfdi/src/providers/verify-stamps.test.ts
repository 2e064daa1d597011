import { generateKeyPairSync } from 'node:crypto';
import { attachTimbre, seal, signTimbre, type Certificate } from '@timbre/cfdi';
import { sampleDraft, sampleProfile } from '../../test/sample-draft';
import { comprobanteOf } from '../domain/drafting/comprobante-of';
import type { LookupOutcome, Pac, StampOutcome } from '../domain/stamping/pac';
import { countUnverified } from '../metrics';
import { verifyStamps } from './verify-stamps';

jest.mock('../metrics', () => ({ countUnverified: jest.fn() }));

const sealed = {
  kind: 'cfdi',
  xml: '<cfdi:Comprobante Fecha="2026-11-21T10:00:00" Sello="AA"/>',
} as const;

function pac(answer: StampOutcome & LookupOutcome): Pac {
  const answering = () => Promise.resolve(answer);
  return {
    name: 'p',
    stamp: answering,
    lookup: answering,
    cancel: () => Promise.reject(new Error()),
    rfc: '',
    pendingFor: () => Promise.reject(new Error()),
    answerCancellation: () => Promise.reject(new Error()),
    issued: undefined,
  };
}

describe('verifyStamps', () => {
  it.each(['stamp', 'lookup'] as const)(
    'verifyStamps returns an unknown outcome for an answer that it cannot verify: %s',
    async (call) => {
      const doubted = verifyStamps(
        pac({ outcome: 'stamped', xml: '<cfdi:Comprobante/>' }),
        () => undefined,
      );
      const outcome = await doubted[call](sealed, 'a', 0);
      expect(outcome).toMatchObject({ outcome: 'unknown', cause: expect.any(Error) });
    },
  );

  it.each<StampOutcome & LookupOutcome>([
    { outcome: 'rejected', code: '302', message: '' },
    { outcome: 'pending' },
    { outcome: 'unknown', cause: 'lost' },
  ])('verifyStamps passes on the outcome $outcome', async (answer) => {
    expect(await verifyStamps(pac(answer), () => undefined).stamp(sealed, 'a', 0)).toBe(answer);
  });

  describe('verifyStamps checks the signature of a PAC', () => {
    const [pacKeys, strangers] = [0, 1].map(() =>
      generateKeyPairSync('rsa', { modulusLength: 2048 }),
    );
    const number = '30001000000500003456';
    const known = (asked: string) =>
      asked === number ? ({ publicKey: pacKeys!.publicKey } as Certificate) : undefined;
    const { privateKey } = pacKeys!;
    const draft = sampleDraft('income', {
      cfdiUse: 'G03',
      payment: { timing: 'single_payment', formCode: '03' },
    });
    const document = seal(comprobanteOf(draft, sampleProfile, { fecha: '2026-11-21T10:00:00' }), {
      privateKey,
      certificateNumber: '30001000000500003416',
      certificateBase64: 'AA',
    });
    const stamped = (noCertificadoSat: string, key = privateKey) => {
      const timbre = {
        uuid: '5F0C1D2E-7A3B-4C5D-9E6F-0A1B2C3D4E5F',
        fechaTimbrado: '2026-11-21T10:00:05',
        rfcProvCertif: 'SPR190613I52',
        selloCfd: document.sello,
        noCertificadoSat,
      };
      const xml = attachTimbre(document.xml, signTimbre(timbre, key));
      const answering = verifyStamps(pac({ outcome: 'stamped', xml }), known);
      return answering.stamp({ kind: 'cfdi', xml: document.xml }, 'a', 0);
    };
    beforeEach(() => jest.mocked(countUnverified).mockClear());

    it('verifyStamps accepts a stamp that the PAC has signed', async () => {
      expect(await stamped(number)).toMatchObject({ outcome: 'stamped' });
      expect(countUnverified).not.toHaveBeenCalled();
    });

    it('verifyStamps refuses a stamp with another signature', async () => {
      expect(await stamped(number, strangers!.privateKey)).toMatchObject({ outcome: 'unknown' });
      expect(countUnverified).not.toHaveBeenCalled();
    });

    it('verifyStamps accepts and counts a stamp of a PAC with an unknown certificate', async () => {
      const outcome = await stamped('00001000000500003456', strangers!.privateKey);
      expect(outcome).toMatchObject({ outcome: 'stamped' });
      expect(countUnverified).toHaveBeenCalledTimes(1);
    });
  });
});
