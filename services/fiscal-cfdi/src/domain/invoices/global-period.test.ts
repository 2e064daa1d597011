import { validateComprobante } from '@timbre/cfdi';
import {
  codesOf,
  readBack,
  sampleDraft,
  sampleItem,
  sampleProfile,
  today,
} from '../../../test/sample-draft';
import { comprobanteOf } from '../drafting/comprobante-of';
import { profileAt } from '../drafting/document-header';
import type { Customer, DraftInput, GlobalPeriod } from '../drafting/draft';
import { judgeDraftOn } from '../drafting/draft-issues';

const day: GlobalPeriod = { periodicity: '01', months: '11', year: 2026 };
const everyone = {
  legalName: 'Público en  general',
  rfc: 'XAXX010101000',
  taxSystem: undefined,
  postalCode: undefined,
};
const receipt = { ...sampleItem, satProductCode: '01010101', satUnitCode: 'ACT', quantity: '1' };

const draft = (
  period: Partial<GlobalPeriod> | undefined = {},
  { input = {}, customer = everyone }: { input?: Partial<DraftInput>; customer?: object } = {},
) =>
  sampleDraft(
    'income',
    {
      cfdiUse: 'S01',
      payment: { timing: 'single_payment', formCode: '01' },
      globalPeriod: { ...day, ...period },
      ...input,
    },
    { customer: customer as Partial<Customer>, items: [receipt] },
  );
const judge = (...changes: Parameters<typeof draft>) => {
  const { issues, warnings = [] } = judgeDraftOn(draft(...changes), sampleProfile, today);
  return { issues: codesOf(issues), warnings: codesOf(warnings) };
};

describe('a global invoice', () => {
  it("a global invoice has its period, and the receiver's name as the SAT writes it", () => {
    expect(judge()).toEqual({ issues: [], warnings: [] });
    const document = comprobanteOf(draft(), sampleProfile, { fecha: `${today}T10:00:00` });
    expect(validateComprobante(document)).toEqual([]);
    const { informacionGlobal, receptor } = readBack(document);
    expect(informacionGlobal).toEqual({ periodicidad: '01', meses: '11', año: 2026 });
    expect(receptor.nombre).toBe('PUBLICO EN GENERAL');
  });

  it('a global invoice is required for sales to the public', () => {
    expect(judge({}, { input: { globalPeriod: undefined } }).issues).toEqual([
      'customerId global_invoice_needed',
      'items.0.satProductCode product_key_not_allowed',
    ]);
  });

  it.each<[string, Partial<GlobalPeriod>]>([
    ['periodicity periodicity_not_in_catalog', { periodicity: '09' }],
    ['periodicity periodicity_not_allowed', { periodicity: '05', months: '16' }],
    ['months months_not_in_catalog', { months: '00' }],
    ['months months_not_allowed', { months: '13' }],
    ['months global_period_in_future', { months: '12' }],
    ['year year_not_allowed', { year: 2027 }],
    ['year year_not_allowed', { year: 2020 }],
  ])('a global invoice is refused for globalPeriod.%s', (code, period) => {
    expect(judge(period).issues).toEqual([`globalPeriod.${code}`]);
  });

  it('a global invoice may cover two months only under regime 621', () => {
    const profile = { ...sampleProfile, rfc: 'CACX7605101P8', taxSystem: '621' };
    const issuesOf = (period: Partial<GlobalPeriod>) =>
      codesOf(judgeDraftOn(draft({ periodicity: '05', ...period }), profile, today).issues);
    expect(issuesOf({ months: '17' })).toEqual([]);
    expect(issuesOf({ months: '09' })).toEqual(['globalPeriod.months months_not_allowed']);
  });

  it('a global invoice can be credited by a credit note to the general public, which has no period', () => {
    const uuid = 'ad662d33-6934-459c-a128-bdf0393f0f44';
    const creditNote = {
      formCode: '01',
      relatedDocuments: [{ relationship: '01', documents: [uuid] }],
    };
    const note = sampleDraft('credit_note', { creditNote }, { customer: everyone as never });
    expect(judgeDraftOn(note, sampleProfile, today)).toMatchObject({
      issues: [],
      warnings: [{ code: 'related_document_unknown' }],
    });
    const document = comprobanteOf(note, sampleProfile, { fecha: `${today}T10:00:00` });
    expect(readBack(document)).toMatchObject({
      receptor: { nombre: 'PUBLICO EN GENERAL', usoCfdi: 'S01', domicilioFiscalReceptor: '42501' },
    });
  });

  it("the receiver of a branch's global invoice has the postal code of the branch", () => {
    const branch = profileAt(sampleProfile, { placeOfIssue: '22010' });
    const document = comprobanteOf(draft(), branch, { fecha: `${today}T10:00:00` });
    expect(validateComprobante(document)).toEqual([]);
    expect(document.receptor.domicilioFiscalReceptor).toBe('22010');
  });

  it('a global invoice is refused with a named customer or a deferred payment', () => {
    const payment = { timing: 'deferred_or_installments', formCode: '99' };
    expect(judge({}, { customer: {}, input: { payment, cfdiUse: 'G03' } }).issues).toEqual([
      'globalPeriod global_period_not_allowed',
      'payment.timing global_payment_deferred',
    ]);
  });

  it.each<[string, Partial<GlobalPeriod>, string[]]>([
    ['2026-12-01', {}, []],
    ['2026-12-02', {}, ['globalPeriod.months global_period_late']],
    ['2027-01-01', { months: '12' }, []],
    ['2026-11-21', { year: 2025, months: '12' }, ['globalPeriod.months global_period_late']],
    ['2026-11-21', { periodicity: '05', months: '18' }, []],
    ['2026-11-21', { periodicity: '05', months: '17' }, ['globalPeriod.months global_period_late']],
  ])('a global invoice on %s for %j has the warnings %j', (day, period, warnings) => {
    const profile = { ...sampleProfile, rfc: 'CACX7605101P8', taxSystem: '621' };
    const { warnings: found = [] } = judgeDraftOn(draft(period), profile, day);
    expect(codesOf(found)).toEqual(warnings);
  });

  it('a global invoice with items that are not receipts causes a warning', () => {
    const items = [sampleItem, { ...receipt, quantity: '2' }, { ...receipt, satUnitCode: 'E48' }];
    const { warnings } = judgeDraftOn({ ...draft(), items }, sampleProfile, today);
    expect(codesOf(warnings)).toEqual([
      'items.0.satProductCode global_item_key',
      'items.1 global_item',
      'items.2 global_item',
    ]);
  });

  it('a global invoice causes a warning for a year before last year, and may be up to five years old', () => {
    expect(judge({ year: 2025 }).warnings).not.toContain('globalPeriod.year global_year_old');
    expect(judge({ year: 2024 }).warnings).toContain('globalPeriod.year global_year_old');
    expect(judge({ year: 2020 }).issues).toEqual(['globalPeriod.year year_not_allowed']);
  });
});
