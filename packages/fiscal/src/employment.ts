/** Whether a contract (c_TipoContrato) is an employment: only codes 01 to 08 are (NOM42, NOM43). */
export const isEmployment = (contractType: string): boolean => /^0[1-8]$/.test(contractType);

/**
 * The codes of c_TipoRegimen that require an employment: wages, retired, pensioners (NOM57, NOM58).
 */
export const employmentRegimes: ReadonlySet<string> = new Set(['02', '03', '04']);

/** The code of c_TipoRegimen that means wages and salaries. */
export const wagesRegime = '02';

/**
 * The code of c_TipoRegimen for income in shares or titles (LISR art. 94-VII), whose amount does not refer to
 * a period.
 */
export const sharesRegime = '10';

/**
 * The codes of c_TipoRegimen for income that is taxed like wages although there is no employment (LISR art.
 * 94-II to VII). Examples are income from cooperatives, partnerships, boards of directors, commissions, fees
 * and shares.
 */
export const assimilatedRegimes: ReadonlySet<string> = new Set([
  '05',
  '06',
  '07',
  '08',
  '09',
  sharesRegime,
  '11',
]);

/** The code of c_TipoRegimen for members of boards of directors, whose tax has a minimum (LISR art. 96). */
export const boardRegime = '07';

/** The code of c_RegimenFiscal for wages and salaries. */
export const wagesTaxSystem = '605';

/**
 * The code of c_TipoOtroPago for the employment subsidy, the only type that contains the subsidy caused
 * (NOM99).
 */
export const subsidyType = '002';

/**
 * The codes of c_TipoOtroPago for the subsidy and its substitutes. A receipt of wages has exactly one of
 * these payments.
 */
export const subsidyTypes: ReadonlySet<string> = new Set([subsidyType, '007', '008']);

/** The code of c_TipoDeduccion for income tax. */
export const isrType = '002';

/** The number of digits of a CLABE. */
export const clabeLength = 18;

/**
 * The numbers of digits of a worker's other account numbers: a telephone, an account, a debit card (NOM62 to
 * NOM65).
 */
export const accountLengths: ReadonlySet<number> = new Set([10, 11, 16]);
