import type { ReceptorNacional, Retenciones, Retenciones10 } from '@timbre/cfdi';
import type { Decimal, Issue } from '@timbre/fiscal';
import { fold, taxNameOf } from '@timbre/fiscal';
import { readWithholdingComplements } from '../complements/read-complements';
import type { StampFacts } from '../stamping/stamp-of';
import type { WithholdingInput, WithholdingReceiver } from './withholding';
import { taxOfPaymentType } from './withholding';
import type { WithheldLine } from './withholding-facts';

/** A withholding document of another system that the organization issued or received. */
export interface ImportedWithholding {
  direction: 'issued' | 'received';
  /** The parsed document; Retenciones 1.0 lacks some fields of version 2.0. */
  document: Retenciones | Retenciones10;
  stamp: StampFacts;
  warnings: Issue[];
}

/**
 * Returns whether the organization issued or received the document; undefined if its RFC is neither the
 * issuer's nor the receiver's.
 */
export function withholdingDirection(
  { emisor, receptor }: Retenciones | Retenciones10,
  rfc: string,
): ImportedWithholding['direction'] | undefined {
  if (emisor.rfcE === rfc) return 'issued';
  return receptor.nacional?.rfcR === rfc ? 'received' : undefined;
}

const LOCAL_LENGTH = 'AAAA-MM-DDThh:mm:ss'.length;

/** Returns the values of the database columns for an imported withholding document. */
export function importedWithholdingColumns(imported: ImportedWithholding) {
  const { direction, document, stamp, warnings } = imported;
  const { uuid, sello: _, ...stampColumns } = stamp;
  const { emisor, totales, folioInt } = document;
  const receiver = receiverOf(document);
  const issuer = { rfc: emisor.rfcE, name: emisor.nomDenRazSocE ?? emisor.rfcE };
  const received = { rfc: receiver.rfc ?? null, name: receiver.legalName };
  const counterparty = direction === 'received' ? issuer : received;
  const taxes = taxesOf(document);
  const issuedLocal = document.fechaExp.slice(0, LOCAL_LENGTH);
  return {
    direction,
    uuid,
    stamp: stampColumns,
    input: inputOf(document, receiver, taxes),
    withholdingCode: document.cveRetenc,
    periodYear: Number(document.periodo.ejercicio),
    counterpartyRfc: counterparty.rfc,
    counterpartyName: counterparty.name,
    counterpartyText: fold(`${counterparty.name} ${counterparty.rfc ?? ''}`.trim()),
    total: pesos(totales.montoTotOperacion),
    withheld: pesos(totales.montoTotRet),
    taxes,
    externalFolio: folioInt ?? null,
    // Retenciones 1.0 has no place of issue.
    placeOfIssue: 'lugarExpRetenc' in document ? document.lugarExpRetenc : '',
    issuedLocal,
    datedOn: issuedLocal.slice(0, 10),
    warnings: warnings.length > 0 ? warnings : null,
  };
}

const PESOS_DECIMALS = 2;

/** Rounds an amount to cents, because Retenciones 1.0 allows six decimals. */
const pesos = (amount: Decimal): string => amount.round(PESOS_DECIMALS).toString();

function receiverOf({ receptor }: Retenciones | Retenciones10): WithholdingReceiver {
  const { nacional, extranjero } = receptor;
  if (extranjero) {
    const { nomDenRazSocR, numRegIdTribR } = extranjero;
    return { kind: 'foreign', legalName: nomDenRazSocR, taxId: numRegIdTribR };
  }
  const rfc = nacional?.rfcR;
  const { domicilioFiscalR }: Partial<ReceptorNacional> = nacional ?? {};
  return {
    kind: 'national',
    legalName: nacional?.nomDenRazSocR ?? rfc ?? '',
    rfc,
    postalCode: domicilioFiscalR,
    curp: nacional?.curpR,
  };
}

function inputOf(
  document: Retenciones | Retenciones10,
  receiver: WithholdingReceiver,
  taxes: WithheldLine[],
): WithholdingInput {
  const { cveRetenc, descRetenc, periodo, totales } = document;
  const related = 'cfdiRetenRelacionados' in document ? document.cfdiRetenRelacionados : undefined;
  const { mesIni, mesFin, ejercicio } = periodo;
  const complements = readWithholdingComplements(document);
  const ofRif = 'utilidadBimestral' in totales ? totales : undefined;
  return {
    withholdingCode: cveRetenc,
    description: descRetenc,
    receiver,
    period: { startMonth: Number(mesIni), endMonth: Number(mesFin), year: Number(ejercicio) },
    totals: {
      taxable: pesos(totales.montoTotGrav),
      exempt: pesos(totales.montoTotExent),
      bimonthlyProfit: ofRif?.utilidadBimestral?.toString(),
      correspondingIsr: ofRif?.isrCorrespondiente?.toString(),
    },
    taxes,
    ...(complements && { complements }),
    ...(related && {
      relatedDocument: { relationship: related.tipoRelacion, uuid: related.uuid.toLowerCase() },
    }),
  };
}

/** The codes of c_TipoImpuesto in Retenciones 1.0, with the names of the taxes. */
const taxes10: Readonly<Record<string, string>> = { '01': 'ISR', '02': 'IVA', '03': 'IEPS' };

function taxesOf({ totales, version }: Retenciones | Retenciones10): WithheldLine[] {
  return (totales.impRetenidos ?? []).map(({ baseRet, impuestoRet, montoRet, tipoPagoRet }) => {
    const code = impuestoRet ?? taxOfPaymentType(tipoPagoRet);
    const type = code && (version === '1.0' ? taxes10[code] : taxNameOf(code));
    return {
      ...(type && { type }),
      ...(baseRet && { base: pesos(baseRet) }),
      amount: pesos(montoRet),
      paymentType: tipoPagoRet,
    };
  });
}
