import type { Decimal } from '@timbre/fiscal';
import type { EmployerSettings } from './employer-settings';
import type { MinimumWageZone } from './rules/dated-rule';

/** A value that can be missing: null in the database, and absent in messages. */
export type Maybe<T> = T | null | undefined;

export function isGiven<T>(value: Maybe<T>): value is T {
  return value !== undefined && value !== null;
}

/**
 * An employee record as it is stored. Every value of an employee record may be missing or invalid.
 */
export interface Employee {
  readonly rfc?: Maybe<string>;
  /** A code of the SAT catalogue c_RegimenFiscal: the tax regime of the receiver. */
  readonly taxSystem?: Maybe<string>;
  readonly postalCode?: Maybe<string>;
  readonly curp?: Maybe<string>;
  readonly employeeNumber?: Maybe<string>;
  /** A code of the SAT catalogue c_TipoContrato. */
  readonly contractType?: Maybe<string>;
  /** A code of the SAT catalogue c_TipoRegimen. */
  readonly regimeType?: Maybe<string>;
  /** A code of the SAT catalogue c_PeriodicidadPago. */
  readonly paymentFrequency?: Maybe<string>;
  /** The code (ClaveEntFed) of the state in which the employee works. */
  readonly stateCode?: Maybe<string>;
  readonly socialSecurityNumber?: Maybe<string>;
  readonly employmentStartedOn?: Maybe<string>;
  readonly employmentEndedOn?: Maybe<string>;
  /** A code of the SAT catalogue c_RiesgoPuesto. */
  readonly positionRisk?: Maybe<string>;
  /** The daily wage of the employee in pesos. */
  readonly dailyWage?: Maybe<Decimal>;
  readonly integratedDailySalary?: Maybe<Decimal>;
  readonly contributionBaseSalary?: Maybe<Decimal>;
  /** Whether the employee record also has a salary that starts after the period. */
  readonly hasLaterSalary?: boolean;
  readonly bankAccount?: Maybe<string>;
  /** A code of the SAT catalogue c_Banco, for an account that is not a CLABE. */
  readonly bankCode?: Maybe<string>;
  readonly jobTitle?: Maybe<string>;
  readonly department?: Maybe<string>;
  /** A code of the SAT catalogue c_TipoJornada. */
  readonly workScheduleType?: Maybe<string>;
  readonly minimumWageZone?: Maybe<MinimumWageZone>;
  readonly workdayHours?: Maybe<Decimal>;
  readonly hasSubsidyElsewhere?: Maybe<boolean>;
  /** The employer's location; its state and zone apply if the employee has no state or zone. */
  readonly location?: Maybe<WorkLocation>;
}

export interface WorkLocation {
  readonly stateCode?: Maybe<string>;
  readonly minimumWageZone?: Maybe<MinimumWageZone>;
}

export interface Employer {
  readonly rfc?: Maybe<string>;
  readonly curp?: Maybe<string>;
  /** The employer's registration (the SAT attribute RegistroPatronal). */
  readonly registration?: Maybe<string>;
  readonly settings: EmployerSettings;
}

export function stateCodeOf(employee: Employee): Maybe<string> {
  return employee.stateCode ?? employee.location?.stateCode;
}

export function minimumWageZoneOf(employee: Employee): Maybe<MinimumWageZone> {
  return employee.minimumWageZone ?? employee.location?.minimumWageZone;
}
