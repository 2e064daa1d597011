import { computeRetenciones, type Retenciones } from '@timbre/cfdi';
import { Decimal, requiredCatalog, Rfc } from '@timbre/fiscal';
import type { Issuance } from '../drafting/draft';
import type { Profile } from '../set-up/fiscal-profile';

/** What a withholding document is made from, as the client sent it; amounts are pesos as text. */
export interface WithholdingInput {
  /** c_CveRetenc. */
  withholdingCode: string;
  /** DescRetenc. */
  description?: string | undefined;
  receiver: WithholdingReceiver;
  period: WithholdingPeriod;
  totals: WithholdingTotals;
  taxes: WithheldTax[];
  relatedDocument?: RelatedWithholding | undefined;
  seriesId?: string | undefined;
  pdfCustomSection?: string | undefined;
}

/** Nacional: `rfc`, `postalCode`, `curp`. Extranjero: `taxId`. */
export interface WithholdingReceiver {
  /** `national` or `foreign`. */
  kind: string;
  legalName: string;
  rfc?: string | undefined;
  postalCode?: string | undefined;
  curp?: string | undefined;
  /** NumRegIdTribR. */
  taxId?: string | undefined;
}

/** Months 1 to 12 of a fiscal year. */
export interface WithholdingPeriod {
  startMonth: number;
  endMonth: number;
  year: number;
}

/** The operation is taxable plus exempt; what is withheld is the sum of the taxes. */
export interface WithholdingTotals {
  taxable: string;
  exempt: string;
  /** UtilidadBimestral. */
  bimonthlyProfit?: string | undefined;
  /** ISRCorrespondiente. */
  correspondingIsr?: string | undefined;
}

/** ImpRetenidos. */
export interface WithheldTax {
  /** IVA, ISR or IEPS; the one of the payment type when absent. */
  type?: string | undefined;
  base?: string | undefined;
  amount: string;
  /** c_TipoPagoRet. */
  paymentType: string;
}

/** The withholding document that this one is about; the schema has room for one. */
export interface RelatedWithholding {
  /** c_TipoRelacion. */
  relationship: string;
  uuid: string;
}

/** c_Impuesto by the API's words. */
export const taxCodes: Readonly<Record<string, string>> = { ISR: '001', IVA: '002', IEPS: '003' };

/** c_Impuesto that a payment type is about; undefined for one that is not in its catalogue. */
export const taxOfPaymentType = (paymentType: string): string | undefined =>
  requiredCatalog('c_TipoPagoRet').get(paymentType)?.attributes['tax'];

/** The Receptor's name in the form of the SAT's register: upper case, single blanks. */
export const receiverName = ({ legalName }: WithholdingReceiver): string =>
  legalName.trim().replace(/\s+/g, ' ').toUpperCase();

/**
 * The unsealed document of a draft that breaks no rule (see `withholdingIssues`), with its sums.
 * Source: retencionpagov2.xsd, read 2026-11-21.
 */
export function retencionesOf(
  input: WithholdingInput,
  profile: Profile,
  { fecha, serie, folio }: Issuance,
): Retenciones {
  const { relatedDocument, description } = input;
  return computeRetenciones({
    // One attribute for both: letters and digits, so that it is read by people as they are.
    ...(folio !== undefined && { folioInt: `${serie ?? ''}${folio}` }),
    fechaExp: fecha,
    lugarExpRetenc: profile.postalCode,
    cveRetenc: input.withholdingCode,
    ...(description !== undefined && { descRetenc: description }),
    ...(relatedDocument && {
      cfdiRetenRelacionados: {
        tipoRelacion: relatedDocument.relationship,
        uuid: relatedDocument.uuid,
      },
    }),
    emisor: {
      rfcE: profile.rfc,
      nomDenRazSocE: profile.legalName,
      regimenFiscalE: profile.taxSystem,
    },
    receptor: receptorOf(input.receiver, profile),
    periodo: periodoOf(input.period),
    totales: totalesOf(input),
  });
}

function receptorOf(receiver: WithholdingReceiver, profile: Profile): Retenciones['receptor'] {
  const { rfc = '', postalCode = '', curp, taxId } = receiver;
  const nomDenRazSocR = receiverName(receiver);
  if (receiver.kind === 'foreign') {
    const extranjero = { ...(taxId !== undefined && { numRegIdTribR: taxId }), nomDenRazSocR };
    return { nacionalidadR: 'Extranjero', extranjero };
  }
  // Who has no RFC of his own is at the place of issue for the SAT, as in a CFDI.
  const isGeneric = Rfc.parse(rfc)?.isGeneric() ?? false;
  const domicilioFiscalR = isGeneric ? profile.postalCode : postalCode;
  const nacional = { rfcR: rfc, nomDenRazSocR, ...(curp !== undefined && { curpR: curp }) };
  return { nacionalidadR: 'Nacional', nacional: { ...nacional, domicilioFiscalR } };
}

const periodoOf = ({ startMonth, endMonth, year }: WithholdingPeriod) => ({
  mesIni: String(startMonth).padStart(2, '0'),
  mesFin: String(endMonth).padStart(2, '0'),
  ejercicio: String(year),
});

function totalesOf({ totals, taxes }: WithholdingInput) {
  const { bimonthlyProfit, correspondingIsr } = totals;
  return {
    montoTotGrav: pesos(totals.taxable),
    montoTotExent: pesos(totals.exempt),
    ...(bimonthlyProfit !== undefined && { utilidadBimestral: pesos(bimonthlyProfit) }),
    ...(correspondingIsr !== undefined && { isrCorrespondiente: pesos(correspondingIsr) }),
    impRetenidos: taxes.map(({ type, base, amount, paymentType }) => ({
      ...(base !== undefined && { baseRet: pesos(base) }),
      impuestoRet:
        type === undefined ? (taxOfPaymentType(paymentType) ?? '') : (taxCodes[type] ?? ''),
      montoRet: pesos(amount),
      tipoPagoRet: paymentType,
    })),
  };
}

/** t_ImporteMXN as the SAT's own examples write it: with both decimals. */
const pesos = (text: string): Decimal => Decimal.from(text).round(2);
