import { generateKeyPairSync } from 'node:crypto';
import { attachTimbre, seal, sealRetenciones, signTimbre, type Sealed } from '@timbre/cfdi';
import { sampleDraft, sampleProfile } from '../../../test/sample-draft';
import { samplePayroll, samplePayrollSource } from '../../../test/sample-payroll';
import { sampleWithholding } from '../../../test/sample-withholding';
import { comprobanteOf } from '../drafting/comprobante-of';
import type { DocumentKind } from '../document-kind';
import { stampOf } from './stamp-of';
import { retencionesOf } from '../withholdings/withholding';

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const signer = { privateKey, certificateNumber: '30001000000500003416', certificateBase64: 'AA' };
const issuance = { fecha: '2026-11-21T10:00:00' };
const income = sampleDraft('income', {
  cfdiUse: 'G03',
  payment: { timing: 'single_payment', formCode: '03' },
});
const invoice = seal(comprobanteOf(income, sampleProfile, issuance), signer);
const payroll = sampleDraft('payroll', {
  payroll: samplePayroll,
  payrollSource: samplePayrollSource,
});
const receipt = seal(comprobanteOf(payroll, sampleProfile, issuance), signer);
const withheld = sealRetenciones(
  retencionesOf(sampleWithholding(), sampleProfile, issuance),
  signer,
);

const uuid = '5F0C1D2E-7A3B-4C5D-9E6F-0A1B2C3D4E5F';
const stamped = ({ xml, sello }: Sealed, selloCfd = sello) =>
  attachTimbre(
    xml,
    signTimbre(
      {
        uuid,
        fechaTimbrado: '2026-11-21T10:00:05',
        rfcProvCertif: 'SPR190613I52',
        selloCfd,
        noCertificadoSat: '30001000000500003456',
      },
      privateKey,
    ),
  );

const facts = ({ sello }: Sealed) => ({
  uuid: uuid.toLowerCase(),
  sello,
  stampedLocalDateTime: '2026-11-21T10:00:05',
  certificateNumber: signer.certificateNumber,
  satCertificateNumber: '30001000000500003456',
  pacRfc: 'SPR190613I52',
});

const kinds: [string, DocumentKind, Sealed][] = [
  ['an invoice, which gets a Complemento', 'cfdi', invoice],
  ['a receipt, which has one', 'cfdi', receipt],
  ['a withholding', 'withholding', withheld],
];

describe('the stamp of an answer', () => {
  it.each(kinds)(
    'the stamp of an answer is the same for %s with and without the sealed document',
    (_, kind, sealed) => {
      const xml = stamped(sealed);
      expect(stampOf(kind, xml)).toEqual(facts(sealed));
      expect(stampOf(kind, xml, sealed.xml)).toEqual(facts(sealed));
    },
  );

  it('only the stamp is parsed if the answer adds the stamp to the sealed document without other changes', () => {
    const broken = invoice.xml.replace('</cfdi:Comprobante>', '<a></cfdi:Comprobante>');
    const answered = stamped(invoice).replace('</cfdi:Comprobante>', '<a></cfdi:Comprobante>');
    expect(stampOf('cfdi', answered, broken)).toEqual(facts(invoice));
    expect(stampOf('cfdi', answered, invoice.xml)).toBeUndefined();
  });

  it('the stamp of an answer is found in a document that the PAC serialized again', () => {
    const anew = stamped(invoice).replaceAll('><', '>\n<');
    expect(stampOf('cfdi', anew, invoice.xml)).toEqual(facts(invoice));
  });

  it.each(kinds)(
    'the stamp of an answer of %s is refused under another seal',
    (_, kind, sealed) => {
      const xml = stamped(sealed, 'b3Rybw==');
      expect([stampOf(kind, xml), stampOf(kind, xml, sealed.xml)]).toEqual([undefined, undefined]);
    },
  );

  it('the stamp of an answer is refused for another kind and for text that is not a document', () => {
    expect(stampOf('withholding', stamped(invoice))).toBeUndefined();
    expect(stampOf('cfdi', '<html>Bad gateway</html>', invoice.xml)).toBeUndefined();
    expect(stampOf('cfdi', invoice.xml, invoice.xml)).toBeUndefined();
  });
});
