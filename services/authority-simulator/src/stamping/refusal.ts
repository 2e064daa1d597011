import { PAC_MESSAGES, type PacCode } from '../validation/messages';

/** The refusal of a PAC, with its code, its message and details. */
export interface PacRefusal {
  readonly code: string;
  readonly message: string;
  readonly detail: string;
}

export function pacRefusal(code: PacCode, detail = ''): PacRefusal {
  return { code, message: PAC_MESSAGES[code], detail };
}
