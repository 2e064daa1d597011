import {
  accountLengths,
  addDays,
  addMonths,
  catalog,
  clabeLength,
  daysBetween,
  Decimal,
  employmentRegimes,
  isClabe,
  isEmployment,
  partsOf,
} from '@timbre/fiscal';
import type { CalendarDate } from '@timbre/fiscal';
import type { Path } from './finding';
import type { Nomina, NominaReceptor } from './nomina';
import { checkCode, report } from './review';
import type { Review } from './review';

/**
 * Checks the rules of employer and worker.
 *
 * - NOM5 and NOM6: CURP of the employer, by the kind of person
 * - NOM42 and NOM43: RegistroPatronal, by the contract; NOM44: the worker's fields that it requires
 * - NOM47 to NOM50: the funds of a public body
 * - NOM51 to NOM68: catalogues; NOM54 and NOM55: seniority; NOM57 and NOM58: regime, by the contract
 * - NOM61 to NOM65: bank and account; NOM68: the shares of several employers
 */
export function reviewNominaParties(review: Review, nomina: Nomina, path: Path): void {
  reviewEmployer(review, nomina, path);
  reviewFunds(review, nomina, [...path, 'emisor', 'entidadSncf']);
  reviewWorker(review, nomina.receptor, [...path, 'receptor']);
  reviewSeniority(review, nomina, [...path, 'receptor', 'antigüedad']);
  reviewBank(review, nomina.receptor, [...path, 'receptor']);
  reviewShares(review, nomina.receptor, [...path, 'receptor', 'subContratacion']);
}

function reviewEmployer(review: Review, { emisor, receptor }: Nomina, path: Path): void {
  const isPerson = review.document.emisor.rfc.length === 13;
  const curp = [...path, 'emisor', 'curp'];
  if (isPerson && emisor?.curp === undefined) {
    report(review, 'NOM6', curp, 'an employer who is a natural person requires a CURP');
  }
  if (!isPerson && emisor?.curp !== undefined) {
    report(review, 'NOM5', curp, 'a company must not have a CURP');
  }
  const registration = [...path, 'emisor', 'registroPatronal'];
  const isRegistered = emisor?.registroPatronal !== undefined;
  if (isEmployment(receptor.tipoContrato) && !isRegistered) {
    report(review, 'NOM42', registration, 'an employment contract requires RegistroPatronal');
  }
  if (!isEmployment(receptor.tipoContrato) && isRegistered) {
    report(review, 'NOM43', registration, 'this contract does not allow RegistroPatronal');
  }
  if (!isRegistered) return;
  const fields = [
    'numSeguridadSocial',
    'fechaInicioRelLaboral',
    'antigüedad',
    'riesgoPuesto',
    'salarioDiarioIntegrado',
  ] as const;
  for (const field of fields) {
    if (receptor[field] !== undefined) continue;
    report(review, 'NOM44', [...path, 'receptor', field], `RegistroPatronal requires ${field}`);
  }
}

/** The code of c_OrigenRecurso for a mix of federal or state funds and own funds. */
const MIXED_FUNDS = 'IM';

function reviewFunds(review: Review, nomina: Nomina, path: Path): void {
  const funds = nomina.emisor?.entidadSncf;
  if (!funds) return;
  const { origenRecurso, montoRecursoPropio: own } = funds;
  checkCode(review, 'c_OrigenRecurso', origenRecurso, 'NOM47', [...path, 'origenRecurso']);
  const here = [...path, 'montoRecursoPropio'];
  const isMixed = origenRecurso === MIXED_FUNDS;
  if (isMixed && !own) report(review, 'NOM48', here, 'mixed funds require MontoRecursoPropio');
  if (!isMixed && own) report(review, 'NOM49', here, 'only mixed funds have MontoRecursoPropio');
  const zero = Decimal.zero;
  const paid = (nomina.totalPercepciones ?? zero).plus(nomina.totalOtrosPagos ?? zero);
  if (own?.greaterOrEqual(paid))
    report(review, 'NOM50', here, `MontoRecursoPropio must be less than the payroll pays, ${paid}`);
}

const WHOLE_TIME = Decimal.from(100);

function reviewShares(review: Review, { subContratacion }: NominaReceptor, path: Path): void {
  if (!subContratacion?.length) return;
  const sum = Decimal.sum(subContratacion.map(({ porcentajeTiempo }) => porcentajeTiempo));
  if (!sum.equals(WHOLE_TIME))
    report(review, 'NOM68', path, `the shares of time add up to ${sum}, not to 100`);
}

function reviewWorker(review: Review, receptor: NominaReceptor, path: Path): void {
  const { tipoContrato, tipoRegimen } = receptor;
  const check = (name: string, field: keyof NominaReceptor, code: string): void => {
    checkCode(review, name, receptor[field] as string | undefined, code, [...path, field]);
  };
  check('c_TipoContrato', 'tipoContrato', 'NOM51');
  check('c_TipoJornada', 'tipoJornada', 'NOM52');
  check('c_TipoRegimen', 'tipoRegimen', 'NOM56');
  check('c_RiesgoPuesto', 'riesgoPuesto', 'NOM59');
  check('c_PeriodicidadPago', 'periodicidadPago', 'NOM60');
  check('c_Banco', 'banco', 'NOM61');
  check('nomina12.c_Estado', 'claveEntFed', 'NOM66');
  const state = catalog('nomina12.c_Estado')?.get(receptor.claveEntFed, review.date);
  if (state && state.attributes.country !== 'MEX') {
    const message = `${receptor.claveEntFed} is not a state of Mexico`;
    report(review, 'NOM66', [...path, 'claveEntFed'], message);
  }
  const regime = [...path, 'tipoRegimen'];
  if (isEmployment(tipoContrato) && !employmentRegimes.has(tipoRegimen)) {
    report(review, 'NOM57', regime, `contract ${tipoContrato} requires a regime of wages`);
  }
  if (!isEmployment(tipoContrato) && employmentRegimes.has(tipoRegimen)) {
    report(review, 'NOM58', regime, `contract ${tipoContrato} does not allow a regime of wages`);
  }
}

function reviewSeniority(review: Review, nomina: Nomina, path: Path): void {
  const { antigüedad, fechaInicioRelLaboral: start } = nomina.receptor;
  if (antigüedad === undefined || start === undefined) return;
  if (start > nomina.fechaFinalPago) {
    report(review, 'NOM53', path, 'the employment starts after the end of the period');
    return;
  }
  const days = daysBetween(start, nomina.fechaFinalPago) + 1;
  const weeks = /^P(\d+)W$/.exec(antigüedad);
  if (weeks) {
    const most = Math.floor(days / 7);
    if (Number(weeks[1]) > most)
      report(review, 'NOM54', path, `the seniority is at most ${most} weeks`);
    return;
  }
  // The seniority may include or exclude the last day, because payroll systems differ in this
  // respect.
  const end = nomina.fechaFinalPago;
  const periods = [periodBetween(start, end), periodBetween(start, addDays(end, 1))];
  if (periods.includes(antigüedad)) return;
  report(review, 'NOM55', path, `the seniority must be ${periods[0]} or ${periods[1]}`);
}

/** Returns the years, months and days from `start` until the day before `end`, as in `P7Y8M12D`. */
export function periodBetween(start: CalendarDate, end: CalendarDate): string {
  const [startYear, startMonth] = partsOf(start);
  const [endYear, endMonth] = partsOf(end);
  const crossed = (endYear - startYear) * 12 + endMonth - startMonth;
  const months = addMonths(start, crossed) <= end ? crossed : crossed - 1;
  const days = daysBetween(addMonths(start, months), end);
  const years = Math.floor(months / 12);
  const rest = months % 12;
  return `P${years > 0 ? `${years}Y` : ''}${rest > 0 ? `${rest}M` : ''}${days}D`;
}

function reviewBank(review: Review, { banco, cuentaBancaria }: NominaReceptor, path: Path): void {
  if (cuentaBancaria === undefined) return;
  const account = [...path, 'cuentaBancaria'];
  const bank = [...path, 'banco'];
  const { length } = cuentaBancaria;
  if (length !== clabeLength && !accountLengths.has(length)) {
    report(review, 'NOM62', account, 'an account must have 10, 11, 16 or 18 digits');
  } else if (length === clabeLength) {
    if (!isClabe(cuentaBancaria))
      report(review, 'NOM64', account, 'the check digit of the CLABE is wrong');
    if (banco !== undefined) report(review, 'NOM63', bank, 'a CLABE does not allow Banco');
  } else if (banco === undefined) report(review, 'NOM65', bank, 'the account requires Banco');
}
