import { borderRateFault, isResicoRate, taxCodes, taxRateAllowed } from '@timbre/fiscal';
import { isTax } from './amount-limits';
import type { Concepto, RetencionConcepto, Traslado } from './comprobante';
import type { Path } from './finding';
import { checkCode, isInForce, report } from './review';
import type { Review, Where } from './review';

/**
 * Codes of c_ObjetoImp: the code that requires tax lines, and the codes that allow no tax lines. Codes 06
 * to 08 exist since 2024-12-13.
 */
const WITH_TAXES = '02';
const WITHOUT_TAXES = new Set(['01', '03', '04', '05']);
const WITHOUT_IVA_AND_IEPS = new Set(['06', '08']);
const { ISR, IVA, IEPS } = taxCodes;

/**
 * Checks the tax rules of one concept.
 *
 * - CFDI40171, 40172, 140226 and 140227: ObjetoImp does not match the tax lines; 40173: an empty node
 * - CFDI40174 to 40180: base, catalogues, rate and limits of transferred taxes; 40181 to 40186: of withheld
 *   taxes
 * - CFDI40179 also: IVA of 8 % without the border stimulus of the place of issue and the product
 * - CFDI140224 and 140225: only companies that pay RESICO issuers withhold 1.25 %
 */
export function reviewConceptTaxes(review: Review, concepto: Concepto, path: Path): void {
  const { objetoImp, impuestos } = concepto;
  reviewObject(review, concepto, path);
  if (!impuestos) {
    if (objetoImp === WITH_TAXES) {
      report(review, 'CFDI40171', [...path, 'objetoImp'], 'ObjetoImp 02 requires at least one tax');
    }
    return;
  }
  const { traslados = [], retenciones = [] } = impuestos;
  if (traslados.length === 0 && retenciones.length === 0) {
    report(review, 'CFDI40173', [...path, 'impuestos'], 'Impuestos must contain at least one tax');
  }
  traslados.forEach((line, index) => {
    const where = () => [...path, 'impuestos', 'traslados', index];
    reviewTransfer(review, line, where);
    reviewBorder(review, concepto, line, where);
  });
  retenciones.forEach((line, index) => {
    reviewWithholding(review, line, () => [...path, 'impuestos', 'retenciones', index]);
  });
}

function reviewObject(review: Review, { objetoImp, impuestos }: Concepto, path: Path): void {
  if (objetoImp === WITH_TAXES) return;
  const here = [...path, 'objetoImp'];
  if (impuestos && WITHOUT_TAXES.has(objetoImp)) {
    report(review, 'CFDI40172', here, `ObjetoImp ${objetoImp} does not allow taxes`);
  }
  const transfers = impuestos?.traslados ?? [];
  const lines = [...transfers, ...(impuestos?.retenciones ?? [])];
  const has = (tax: string): boolean => lines.some(({ impuesto }) => impuesto === tax);
  if (WITHOUT_IVA_AND_IEPS.has(objetoImp) && (has(IVA) || has(IEPS))) {
    report(review, 'CFDI140226', here, `ObjetoImp ${objetoImp} does not allow IVA or IEPS`);
  }
  const transfersIeps = transfers.some(({ impuesto }) => impuesto === IEPS);
  if (objetoImp === '07' && (has(IVA) || !transfersIeps)) {
    report(
      review,
      'CFDI140227',
      here,
      'ObjetoImp 07 requires a transfer of IEPS and does not allow IVA',
    );
  }
}

function reviewTransfer(review: Review, line: Traslado, where: Where): void {
  const { base, impuesto, tipoFactor, tasaOCuota, importe } = line;
  if (!base.isPositive())
    report(review, 'CFDI40174', [...where(), 'base'], 'Base must be greater than zero');
  checkCode(review, 'c_Impuesto', impuesto, 'CFDI40175', () => [...where(), 'impuesto']);
  checkCode(review, 'c_TipoFactor', tipoFactor, 'CFDI40176', () => [...where(), 'tipoFactor']);
  const factor = () => [...where(), 'tipoFactor'];
  if (tipoFactor === 'Exento') {
    if (tasaOCuota || importe) {
      report(review, 'CFDI40177', factor(), 'an exempt tax must not have TasaOCuota or Importe');
    }
    return;
  }
  if (!tasaOCuota || !importe) {
    report(review, 'CFDI40178', factor(), 'TasaOCuota and Importe are required');
    return;
  }
  reviewRate(review, { ...line, tasaOCuota, importe }, true, where);
}

function reviewBorder(review: Review, concepto: Concepto, line: Traslado, where: Where): void {
  if (line.impuesto !== IVA || !line.tasaOCuota) return;
  const fault = borderRateFault({
    rate: line.tasaOCuota,
    placeOfIssue: review.document.lugarExpedicion,
    satProductCode: concepto.claveProdServ,
    isGlobal: review.document.informacionGlobal !== undefined,
    onDate: review.date,
  });
  if (fault) report(review, 'CFDI40179', [...where(), 'tasaOCuota'], fault);
}

function reviewWithholding(review: Review, line: RetencionConcepto, where: Where): void {
  const { base, impuesto, tipoFactor } = line;
  if (!base.isPositive())
    report(review, 'CFDI40181', [...where(), 'base'], 'Base must be greater than zero');
  checkCode(review, 'c_Impuesto', impuesto, 'CFDI40182', () => [...where(), 'impuesto']);
  checkCode(review, 'c_TipoFactor', tipoFactor, 'CFDI40183', () => [...where(), 'tipoFactor']);
  if (tipoFactor === 'Exento') {
    report(review, 'CFDI40184', [...where(), 'tipoFactor'], 'a withholding cannot be exempt');
    return;
  }
  reviewRate(review, line, false, where);
  reviewResico(review, line, where);
}

function reviewRate(
  review: Review,
  { base, impuesto, tipoFactor, tasaOCuota, importe }: RetencionConcepto,
  isTransfer: boolean,
  where: Where,
): void {
  const isFactor = tipoFactor === 'Tasa' || tipoFactor === 'Cuota';
  const isKnown = isFactor && isInForce(review, 'c_Impuesto', impuesto);
  if (isKnown && !taxRateAllowed(impuesto, tipoFactor, tasaOCuota, isTransfer, review.date)) {
    const message = `${tasaOCuota} is not a rate of tax ${impuesto} in force on ${review.date}`;
    report(review, isTransfer ? 'CFDI40179' : 'CFDI40185', [...where(), 'tasaOCuota'], message);
  }
  if (!isTax(importe, base, tasaOCuota)) {
    const message = `Importe ${importe} is not Base ${base} times ${tasaOCuota}`;
    report(review, isTransfer ? 'CFDI40180' : 'CFDI40186', [...where(), 'importe'], message);
  }
}

const RESICO = '626';

function reviewResico(review: Review, line: RetencionConcepto, where: Where): void {
  if (line.impuesto !== ISR || !isResicoRate(line.tasaOCuota, review.date)) return;
  const { emisor, receptor } = review.document;
  const here = [...where(), 'tasaOCuota'];
  if (emisor.regimenFiscal !== RESICO || emisor.rfc.length !== 13) {
    report(
      review,
      'CFDI140224',
      here,
      'the 1.25 % withholding applies only to natural persons in RESICO',
    );
  } else if (receptor.rfc.length !== 12) {
    report(review, 'CFDI140225', here, 'only companies may withhold 1.25 %');
  }
}
