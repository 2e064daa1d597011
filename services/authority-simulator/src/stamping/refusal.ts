import { PAC_MESSAGES, type PacCode } from '../validation/messages';

/** The refusal of a document by a PAC, with a code, a message and details. */
export interface PacRefusal {
  readonly code: string;
  readonly message: string;
  readonly detail: string;
}

export function pacRefusal(code: PacCode, detail = ''): PacRefusal {
  return { code, message: PAC_MESSAGES[code], detail };
}
