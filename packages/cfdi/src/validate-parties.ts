import { Rfc, country, isRegimeAllowed, isUseAllowed } from '@timbre/fiscal';
import type { PersonKind } from '@timbre/fiscal';
import { checkCode, hasComplement, isInForce, report } from './review';
import type { Review } from './review';

const PUBLIC_IN_GENERAL = 'PUBLICO EN GENERAL';
const NO_OBLIGATIONS = '616';
const SMALL_TAXPAYER = '621';
const BIMONTHLY = '05';
const YEARS_BACK_MAX = 5;

/**
 * Checks the rules of the issuer, the receiver and the period of a global invoice.
 *
 * - CFDI40130 to 40136: InformacionGlobal, required for sales to the general public and not allowed elsewhere
 * - CFDI40139 to 40142: registered name, regime and kind of person of the issuer
 * - CFDI40143 to 40149: registration, name and postal code of the receiver
 * - CFDI40150 to 40156: residence and tax number abroad
 * - CFDI40157 to 40161: regime and use
 */
export function reviewParties(review: Review): void {
  reviewGlobal(review);
  reviewIssuer(review);
  reviewReceiver(review);
  reviewResidence(review);
}

function reviewGlobal(review: Review): void {
  const { informacionGlobal: period, receptor, emisor, tipoDeComprobante } = review.document;
  const isGlobal =
    tipoDeComprobante === 'I' &&
    receptor.rfc === Rfc.genericNational.toString() &&
    receptor.nombre === PUBLIC_IN_GENERAL;
  const path = ['informacionGlobal'];
  if (!period) {
    if (isGlobal) report(review, 'CFDI40130', path, 'a global invoice requires InformacionGlobal');
    return;
  }
  if (!isGlobal)
    report(review, 'CFDI40130', path, 'only a global invoice may have InformacionGlobal');
  checkCode(review, 'c_Periodicidad', period.periodicidad, 'CFDI40131', [...path, 'periodicidad']);
  checkCode(review, 'c_Meses', period.meses, 'CFDI40133', [...path, 'meses']);
  const isBimonthly = period.periodicidad === BIMONTHLY;
  if (isBimonthly && emisor.regimenFiscal !== SMALL_TAXPAYER) {
    report(
      review,
      'CFDI40132',
      [...path, 'periodicidad'],
      'only regime 621 may use a bimonthly period',
    );
  }
  const isPair = period.meses >= '13';
  if (isBimonthly !== isPair) {
    const code = isBimonthly ? 'CFDI40135' : 'CFDI40134';
    const months = isBimonthly ? '13 to 18' : '01 to 12';
    report(review, code, [...path, 'meses'], `Meses must be ${months} for this period`);
  }
  const year = Number(review.date.slice(0, 4));
  if (period.año > year || period.año < year - YEARS_BACK_MAX) {
    report(
      review,
      'CFDI40136',
      [...path, 'año'],
      `Año must be ${year} or one of the five years before`,
    );
  }
}

function reviewIssuer(review: Review): void {
  const { emisor } = review.document;
  const regime = ['emisor', 'regimenFiscal'];
  const known = review.options.register?.(emisor.rfc);
  if (review.options.register && !known) {
    report(review, 'CFDI40138', ['emisor', 'rfc'], 'the issuer is not in the register of the SAT');
  } else if (known && known.nombre !== emisor.nombre) {
    report(
      review,
      'CFDI40139',
      ['emisor', 'nombre'],
      'the name differs from the register of the SAT',
    );
  }
  if (!isInForce(review, 'c_RegimenFiscal', emisor.regimenFiscal)) {
    checkCode(review, 'c_RegimenFiscal', emisor.regimenFiscal, 'CFDI40140', regime);
  } else if (!isRegimeAllowed(emisor.regimenFiscal, personOf(emisor.rfc), review.date)) {
    const message = `regime ${emisor.regimenFiscal} does not fit this kind of person`;
    report(review, 'CFDI40141', regime, message);
  }
}

function personOf(rfc: string): PersonKind {
  return rfc.length === 12 ? 'moral' : 'fisica';
}

function isGeneric(rfc: string): boolean {
  return rfc === Rfc.genericNational.toString() || rfc === Rfc.genericForeign.toString();
}

function reviewReceiver(review: Review): void {
  const { receptor, lugarExpedicion } = review.document;
  const address = ['receptor', 'domicilioFiscalReceptor'];
  if (!isGeneric(receptor.rfc)) reviewRegistered(review);
  else if (receptor.domicilioFiscalReceptor !== lugarExpedicion) {
    const message = 'the postal code of a generic RFC must be the place of issue';
    report(review, 'CFDI40149', address, message);
  }
  if (receptor.nombre === PUBLIC_IN_GENERAL && receptor.rfc !== Rfc.genericNational.toString()) {
    const message = `the RFC of ${PUBLIC_IN_GENERAL} must be ${Rfc.genericNational}`;
    report(review, 'CFDI40146', ['receptor', 'nombre'], message);
  }
  reviewRegimeAndUse(review);
}

function reviewRegistered(review: Review): void {
  const { receptor } = review.document;
  if (!review.options.register) return;
  const known = review.options.register(receptor.rfc);
  if (!known) {
    report(
      review,
      'CFDI40143',
      ['receptor', 'rfc'],
      'the receiver is not in the register of the SAT',
    );
    return;
  }
  if (known.nombre !== receptor.nombre) {
    report(
      review,
      'CFDI40145',
      ['receptor', 'nombre'],
      'the name differs from the register of the SAT',
    );
  }
  if (known.codigoPostal !== receptor.domicilioFiscalReceptor) {
    const path = ['receptor', 'domicilioFiscalReceptor'];
    report(review, 'CFDI40148', path, 'the postal code differs from the register of the SAT');
  }
  if (known.regimenes && !known.regimenes.includes(receptor.regimenFiscalReceptor)) {
    const path = ['receptor', 'regimenFiscalReceptor'];
    report(review, 'CFDI40159', path, 'the receiver is not enrolled in this regime');
  }
}

function reviewRegimeAndUse(review: Review): void {
  const { rfc, regimenFiscalReceptor: regime, usoCfdi } = review.document.receptor;
  const person = personOf(rfc);
  const path = ['receptor', 'regimenFiscalReceptor'];
  const isRegime = isInForce(review, 'c_RegimenFiscal', regime);
  if (!isRegime) checkCode(review, 'c_RegimenFiscal', regime, 'CFDI40157', path);
  else if (isGeneric(rfc) && regime !== NO_OBLIGATIONS) {
    report(review, 'CFDI40159', path, `the regime of a generic RFC must be ${NO_OBLIGATIONS}`);
  } else if (!isRegimeAllowed(regime, person, review.date)) {
    report(review, 'CFDI40158', path, `regime ${regime} does not fit this kind of person`);
  }
  const use = ['receptor', 'usoCfdi'];
  if (!isInForce(review, 'c_UsoCFDI', usoCfdi)) {
    checkCode(review, 'c_UsoCFDI', usoCfdi, 'CFDI40160', use);
  } else if (isRegime && !isUseAllowed(usoCfdi, regime, person, review.date)) {
    const message = `use ${usoCfdi} does not fit this kind of person in regime ${regime}`;
    report(review, 'CFDI40161', use, message);
  }
}

function reviewResidence(review: Review): void {
  const { document } = review;
  const { rfc, residenciaFiscal, numRegIdTrib } = document.receptor;
  const isForeigner = rfc === Rfc.genericForeign.toString();
  const residence = ['receptor', 'residenciaFiscal'];
  const taxId = ['receptor', 'numRegIdTrib'];
  if (!isForeigner) {
    const message = 'only the generic foreign RFC may reside abroad';
    if (residenciaFiscal !== undefined) report(review, 'CFDI40151', residence, message);
    if (numRegIdTrib !== undefined) report(review, 'CFDI40154', taxId, message);
    return;
  }
  const isTrade = hasComplement(document, 'cce20');
  if (residenciaFiscal === undefined) {
    if (numRegIdTrib === undefined && !isTrade) return;
    report(review, 'CFDI40153', residence, 'a foreign tax number requires its country');
    return;
  }
  if (residenciaFiscal === 'MEX')
    report(review, 'CFDI40152', residence, 'ResidenciaFiscal must not be MEX');
  checkCode(review, 'c_Pais', residenciaFiscal, 'CFDI40150', residence);
  if (isTrade && numRegIdTrib === undefined) {
    report(review, 'CFDI40155', taxId, 'foreign trade requires the foreign tax number');
  }
  const pattern = country(residenciaFiscal, review.date)?.taxIdPattern;
  if (numRegIdTrib !== undefined && pattern && !pattern.test(numRegIdTrib)) {
    report(
      review,
      'CFDI40156',
      taxId,
      `NumRegIdTrib does not fit the tax numbers of ${residenciaFiscal}`,
    );
  }
}
