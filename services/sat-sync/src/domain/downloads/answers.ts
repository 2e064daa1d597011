/** The SAT's response to a request, or an unknown outcome. */
export type RequestAnswer =
  | { outcome: 'accepted'; satId: string }
  /**
   * The SAT refuses the request for this period, because both allowed requests were made or one of them
   * is still open. The SAT may accept a request if the period is slightly shifted.
   */
  | { outcome: 'used_up'; code: string }
  /** The SAT did not count the request, so the request can be sent again later. */
  | { outcome: 'again'; code: string }
  | { outcome: 'credential'; code: string; message: string }
  | { outcome: 'refused'; code: string; message: string }
  | { outcome: 'not_sent' }
  | { outcome: 'unknown' };

export type VerifyAnswer =
  | { outcome: 'waiting' }
  | { outcome: 'finished'; documents: number; packages: string[] }
  | { outcome: 'empty' }
  | { outcome: 'too_many' }
  | { outcome: 'failed'; code: string }
  | { outcome: 'credential'; code: string; message: string }
  | { outcome: 'unknown' };

export type PackageAnswer =
  | { outcome: 'downloaded'; bytes: number }
  | { outcome: 'broken' }
  | { outcome: 'lost'; code: string }
  | { outcome: 'again'; code: string }
  | { outcome: 'credential'; code: string; message: string }
  | { outcome: 'unknown' };

/** Codes with which the SAT refuses the FIEL or the owner of the FIEL. */
const credentialCodes = new Set(['300', '301', '302', '303', '304', '305', '5001']);

/**
 * The SAT's codes for temporary errors, such as 5006 and 5011. The code 404 stands for undocumented
 * errors of any kind.
 */
const passing = new Set(['404', '5006', '5011']);

export interface Attributes {
  code: string;
  message: string;
}

export function answerToRequest(
  { code, message }: Attributes,
  satId: string | undefined,
): RequestAnswer {
  if (code === '5000' && satId) return { outcome: 'accepted', satId };
  if (code === '5002' || code === '5005') return { outcome: 'used_up', code };
  if (passing.has(code)) return { outcome: 'again', code };
  // In a response to a request, code 301 means that the request is faulty and not the FIEL, because
  // the SAT has already issued a token for the FIEL.
  if (code !== '301' && credentialCodes.has(code)) return { outcome: 'credential', code, message };
  return { outcome: 'refused', code, message };
}

export interface Verified extends Attributes {
  state: string;
  stateCode: string;
  documents: number;
  packages: string[];
}

/**
 * Translates the SAT's response to a verification into an outcome. Timbre continues to wait in state 1
 * (accepted), in state 2 (in progress) and in undocumented states.
 */
export function answerToVerification(verified: Verified): VerifyAnswer {
  const { code, message, state, stateCode, documents, packages } = verified;
  if (credentialCodes.has(code)) return { outcome: 'credential', code, message };
  if (passing.has(code)) return { outcome: 'waiting' };
  if (code !== '5000') return { outcome: 'failed', code };
  if (state === '3') return { outcome: 'finished', documents, packages };
  if (state === '5' && stateCode === '5004') return { outcome: 'empty' };
  if (state === '5' && stateCode === '5003') return { outcome: 'too_many' };
  return ['4', '5', '6'].includes(state)
    ? { outcome: 'failed', code: stateCode }
    : { outcome: 'waiting' };
}

export function answerToDownload({ code, message }: Attributes, bytes: number): PackageAnswer {
  if (code === '5000') return bytes > 0 ? { outcome: 'downloaded', bytes } : { outcome: 'broken' };
  if (passing.has(code)) return { outcome: 'again', code };
  if (credentialCodes.has(code)) return { outcome: 'credential', code, message };
  return { outcome: 'lost', code };
}
