import type { SatAnswer } from './sat-status';

/** The SAT's status of a CFDI, in the API's words. */
export interface CfdiStatus {
  status: 'valid' | 'canceled' | 'not_found';
  cancelability?: (typeof cancelabilities)[keyof typeof cancelabilities] | undefined;
  cancellation?: (typeof cancellations)[keyof typeof cancellations] | undefined;
  /** True if the SAT lists the issuer under article 69-B of the CFF. */
  isIssuerListed?: boolean | undefined;
  checkedAt: string;
}

const states = { Vigente: 'valid', Cancelado: 'canceled', 'No Encontrado': 'not_found' } as const;

const cancelabilities = {
  'Cancelable sin aceptación': 'without_acceptance',
  'Cancelable con aceptación': 'with_acceptance',
  'No cancelable': 'not_cancelable',
} as const;

const cancellations = {
  'En proceso': 'in_process',
  'Cancelado sin aceptación': 'canceled_without_acceptance',
  'Cancelado con aceptación': 'canceled_with_acceptance',
  'Plazo vencido': 'canceled_term_passed',
  'Solicitud rechazada': 'rejected',
} as const;

/**
 * The values of ValidacionEFOS for an issuer who is not listed under article 69-B. With 200 the
 * issuer is not listed; with 201 neither the issuer nor the third party is listed.
 */
const unlisted = ['200', '201'];

/**
 * Converts the texts of the SAT's response to the API's words; returns undefined for an unknown
 * text.
 */
export function statusOf(answer: SatAnswer, checkedAt: string): CfdiStatus | undefined {
  const { code, state, cancelable, cancellation, efos } = answer;
  if (code.startsWith('N - 60')) return { status: 'not_found', checkedAt };
  const status = states[state as keyof typeof states] as CfdiStatus['status'] | undefined;
  if (!status || !code.startsWith('S - ')) return undefined;
  return {
    status,
    cancelability: cancelabilities[cancelable as keyof typeof cancelabilities],
    cancellation: cancellations[cancellation as keyof typeof cancellations],
    ...(efos && { isIssuerListed: !unlisted.includes(efos) }),
    checkedAt,
  };
}
