import type { CalendarDate } from '@timbre/fiscal';

/** A document of a filing that Timbre keeps. */
export type FilingDocument = 'acuse' | 'payment_receipt';

/** A row of the portal's result: the SAT's data of a filing beside its PDF. */
export interface Filing {
  /** 12 digits. */
  operationNumber: string;
  declarationType: string;
  complementaryType?: string;
  captureLine?: string;
  filedOn: CalendarDate;
  /** The time of the row, if it has one. */
  filedLocalDateTime?: string;
  /** The SAT's words. */
  periodicity: string;
  period: string;
  /** Estado, verbatim. */
  status?: string;
}
