import type { CalendarDate } from '@timbre/fiscal';

/** A kind of document that Timbre stores for a filing. */
export type FilingDocument = 'acuse' | 'payment_receipt';

/** A row in the portal's search result, with the data of one filing. */
export interface Filing {
  /** The SAT's operation number, 12 digits. */
  operationNumber: string;
  declarationType: string;
  complementaryType?: string;
  captureLine?: string;
  filedOn: CalendarDate;
  /** The time of the filing, if the search result shows a time. */
  filedLocalDateTime?: string;
  /** The periodicity as the SAT prints it. */
  periodicity: string;
  period: string;
  /** The status of the filing (Estado) as the SAT prints it. */
  status?: string;
}
