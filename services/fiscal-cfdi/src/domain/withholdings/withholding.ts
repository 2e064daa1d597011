import type { WithheldDocument } from '@timbre/api';
import { computeRetenciones, type Retenciones } from '@timbre/cfdi';
import {
  Decimal,
  registeredName,
  requiredCatalog,
  Rfc,
  taxCodeOf,
  taxNameOf,
} from '@timbre/fiscal';
import { withholdingNodes } from '../complements/complement-nodes';
import type { Issuance } from '../drafting/draft';
import type { Profile } from '../set-up/fiscal-profile';

/** The input of a withholding document, as the client sent it, with amounts in pesos as text. */
export interface WithholdingInput {
  /** A code of the SAT catalogue c_CveRetenc. */
  withholdingCode: string;
  /** The SAT attribute DescRetenc. */
  description?: string | undefined;
  receiver: WithholdingReceiver;
  period: WithholdingPeriod;
  totals: WithholdingTotals;
  taxes: WithheldTax[];
  relatedDocument?: RelatedWithholding | undefined;
  seriesId?: string | undefined;
  pdfCustomSection?: string | undefined;
  /** The values of complements, keyed by the API's field of each complement. */
  complements?: Readonly<Record<string, unknown>> | undefined;
}

/** A national receiver has `rfc`, `postalCode` and `curp`, and a foreign receiver has `taxId`. */
export interface WithholdingReceiver {
  /** `national` or `foreign`. */
  kind: string;
  legalName: string;
  rfc?: string | undefined;
  postalCode?: string | undefined;
  curp?: string | undefined;
  /** The SAT attribute NumRegIdTribR. */
  taxId?: string | undefined;
}

/** A period from one month to another (1 to 12) of the same fiscal year. */
export interface WithholdingPeriod {
  startMonth: number;
  endMonth: number;
  year: number;
}

/**
 * The amount of the operation is the sum of the taxable and the exempt amount. The withheld amount is the
 * sum of the taxes.
 */
interface WithholdingTotals {
  taxable: string;
  exempt: string;
  /** The SAT attribute UtilidadBimestral. */
  bimonthlyProfit?: string | undefined;
  /** The SAT attribute ISRCorrespondiente. */
  correspondingIsr?: string | undefined;
}

/** A withheld tax (the SAT element ImpRetenidos). */
export interface WithheldTax {
  /** The tax, which is IVA, ISR or IEPS; by default the tax of the payment type. */
  type?: string | undefined;
  base?: string | undefined;
  amount: string;
  /** A code of the SAT catalogue c_TipoPagoRet. */
  paymentType: string;
}

/**
 * A withholding document to which this document relates. The SAT's schema allows only one related document.
 */
interface RelatedWithholding {
  /** A code of the SAT catalogue c_TipoRelacion. */
  relationship: string;
  uuid: string;
}

/** Returns the values of the document that its complement must repeat or match. */
export function withheldDocumentOf(
  input: WithholdingInput,
  issuer: Pick<Profile, 'rfc'>,
): WithheldDocument {
  const { totals, taxes, receiver, period } = input;
  const taxable = pesos(totals.taxable);
  const exempt = pesos(totals.exempt);
  const isForeign = receiver.kind === 'foreign';
  return {
    taxable: taxable.toNumber(),
    exempt: exempt.toNumber(),
    operation: taxable.plus(exempt).toNumber(),
    withheld: Decimal.sum(taxes.map(({ amount }) => pesos(amount))).toNumber(),
    taxes: taxes.map(({ type, base, amount, paymentType }) => ({
      type: type ?? taxNameOf(taxOfPaymentType(paymentType) ?? ''),
      base: base === undefined ? undefined : pesos(base).toNumber(),
      amount: pesos(amount).toNumber(),
    })),
    period,
    issuerRfc: issuer.rfc,
    isForeign,
    rfc: isForeign ? undefined : receiver.rfc,
  };
}

/** Returns the c_Impuesto of a payment type; undefined for an unknown payment type. */
export const taxOfPaymentType = (paymentType: string): string | undefined =>
  requiredCatalog('c_TipoPagoRet').get(paymentType, 'latest')?.attributes['tax'];

export const receiverName = ({ legalName }: WithholdingReceiver): string =>
  registeredName(legalName);

/**
 * Builds the unsealed document of a draft without issues (see `withholdingIssues`), with its sums. The
 * schema is retencionpagov2.xsd, read 2026-11-21.
 */
export function retencionesOf(
  input: WithholdingInput,
  profile: Profile,
  { fecha, serie, folio }: Issuance,
): Retenciones {
  const { relatedDocument, description } = input;
  const otros = withholdingNodes(input.complements, withheldDocumentOf(input, profile));
  return computeRetenciones({
    // The attribute FolioInt consists of series and folio without a separator, and contains only letters
    // and digits.
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
    receptor: receptorOf(input, profile),
    periodo: periodoOf(input.period),
    totales: totalesOf(input),
    ...(otros.length > 0 && { complemento: { otros } }),
  });
}

/** The code of c_CveRetenc for services of digital platforms. */
const platformsCode = '26';

/**
 * In a document of platforms, a foreign provider without a tax number has the generic RFC instead of the
 * tax number (SPT104 of the SAT's matrix, revision D).
 */
const taxIdOf = ({ withholdingCode, receiver: { taxId } }: WithholdingInput): string | undefined =>
  taxId ?? (withholdingCode === platformsCode ? `${Rfc.genericForeign}` : undefined);

function receptorOf(input: WithholdingInput, profile: Profile): Retenciones['receptor'] {
  const { receiver } = input;
  const { rfc = '', postalCode = '', curp } = receiver;
  const nomDenRazSocR = receiverName(receiver);
  if (receiver.kind === 'foreign') {
    const taxId = taxIdOf(input);
    const extranjero = { ...(taxId !== undefined && { numRegIdTribR: taxId }), nomDenRazSocR };
    return { nacionalidadR: 'Extranjero', extranjero };
  }
  // A receiver with a generic RFC has the postal code of the place of issue, as in a CFDI.
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
        type === undefined ? (taxOfPaymentType(paymentType) ?? '') : (taxCodeOf(type) ?? ''),
      montoRet: pesos(amount),
      tipoPagoRet: paymentType,
    })),
  };
}

/** Rounds an amount (t_ImporteMXN) to two decimals, as in the SAT's examples. */
const pesos = (text: string): Decimal => Decimal.from(text).round(2);
