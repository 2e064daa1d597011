import type { CalendarDate } from '@timbre/fiscal';

/** A document of a filing that Timbre stores. */
export type FilingDocument = 'acuse' | 'payment_receipt';

/** A row of the portal's search result: the data of a filing. */
export interface Filing {
  /** The SAT's operation number, 12 digits. */
  operationNumber: string;
  declarationType: string;
  complementaryType?: string;
  captureLine?: string;
  filedOn: CalendarDate;
  /** The time of the filing, if the row has it. */
  filedLocalDateTime?: string;
  /** The periodicity, in the words of the SAT. */
  periodicity: string;
  period: string;
  /** The status of the filing (Estado), in the words of the SAT. */
  status?: string;
}
