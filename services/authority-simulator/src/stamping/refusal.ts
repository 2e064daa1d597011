import { PAC_MESSAGES, type PacCode } from '../validation/messages';

/** A PAC's no: its code, its sentence, and where it looked. */
export interface PacRefusal {
  readonly code: string;
  readonly message: string;
  readonly detail: string;
}

export function pacRefusal(code: PacCode, detail = ''): PacRefusal {
  return { code, message: PAC_MESSAGES[code], detail };
}
