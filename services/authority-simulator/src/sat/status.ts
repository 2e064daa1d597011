import { Decimal } from '@timbre/fiscal';
import { needsAcceptance } from './cancelability';
import {
  currentCancellation,
  isCancelable,
  visibleStamp,
  type CancellationDesk,
} from './cancellation';
import type { CancellationState } from '../store/cancellations';
import type { Stamp } from '../store/stamps';

/** The five texts of ConsultaResult, as the SAT writes them. */
export interface SatStatus {
  readonly CodigoEstatus: string;
  readonly EsCancelable: string;
  readonly Estado: 'Vigente' | 'Cancelado' | 'No Encontrado';
  readonly EstatusCancelacion: string;
  /** ValidacionEFOS is always 200, which means that the issuer is not in the 69-B list. */
  readonly ValidacionEFOS: string;
}

/** The fields of a CFDI's printed expression, which its QR code contains. */
export interface PrintedExpression {
  readonly uuid: string;
  readonly issuerRfc: string;
  readonly receiverRfc: string;
  readonly total: string;
  /** The last 8 characters of the seal; optional. */
  readonly sealTail: string | undefined;
}

const NOT_FOUND = { EsCancelable: '', Estado: 'No Encontrado', EstatusCancelacion: '' } as const;
const INVALID: SatStatus = {
  CodigoEstatus: 'N - 601: La expresión impresa proporcionada no es válida.',
  ...NOT_FOUND,
  ValidacionEFOS: '',
};
const UNKNOWN: SatStatus = {
  CodigoEstatus: 'N - 602: Comprobante no encontrado.',
  ...NOT_FOUND,
  ValidacionEFOS: '',
};

const CANCELLATION_TEXT: Record<CancellationState, string> = {
  in_process: 'En proceso',
  rejected: 'Solicitud rechazada',
  canceled_without_acceptance: 'Cancelado sin aceptación',
  canceled_with_acceptance: 'Cancelado con aceptación',
  canceled_term_passed: 'Plazo vencido',
};

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Parses a printed expression of the form `?id=…&re=…&rr=…&tt=…&fe=…`. The RFCs can be XML-escaped
 * (`&amp;`).
 */
export function parseExpression(text: string): PrintedExpression | undefined {
  const plain = text.trim().replace(/^\?/, '').replaceAll('&amp;', '\u0001');
  const fields = new Map(
    plain.split('&').map((pair) => {
      const at = pair.indexOf('=');
      return [pair.slice(0, at), pair.slice(at + 1).replaceAll('\u0001', '&')] as const;
    }),
  );
  const uuid = fields.get('id') ?? '';
  const issuerRfc = fields.get('re');
  const receiverRfc = fields.get('rr');
  const total = fields.get('tt') ?? '';
  if (!UUID.test(uuid) || !issuerRfc || !receiverRfc || !Decimal.parse(total)) return undefined;
  return { uuid, issuerRfc, receiverRfc, total, sealTail: fields.get('fe') };
}

/** Returns the response of ConsultaCFDI: the document's status at the SAT, or `N - 601` or `N - 602`. */
export function consultCfdi(desk: CancellationDesk, expression: string): SatStatus {
  const printed = parseExpression(expression);
  if (!printed) return INVALID;
  const stamp = visibleStamp(desk, printed.uuid);
  if (!stamp || stamp.document.family !== 'cfdi' || !names(printed, stamp)) return UNKNOWN;
  return statusOf(desk, stamp);
}

export function statusOf(desk: CancellationDesk, stamp: Stamp): SatStatus {
  const cancellation = currentCancellation(desk, stamp.uuid);
  const isCanceled = cancellation?.state.startsWith('canceled') ?? false;
  return {
    CodigoEstatus: 'S - Comprobante obtenido satisfactoriamente.',
    EsCancelable: cancelableText(desk, stamp),
    Estado: isCanceled ? 'Cancelado' : 'Vigente',
    EstatusCancelacion: cancellation ? CANCELLATION_TEXT[cancellation.state] : '',
    ValidacionEFOS: '200',
  };
}

function cancelableText(desk: CancellationDesk, stamp: Stamp): string {
  // A replacement (04) does not prevent the cancellation, because motive 01 requires it.
  const replacement = desk.stamps.relating(stamp.uuid).find(({ kind }) => kind === '04')?.uuid;
  if (!isCancelable(desk, stamp, replacement)) return 'No cancelable';
  return needsAcceptance(stamp, desk.clock.now())
    ? 'Cancelable con aceptación'
    : 'Cancelable sin aceptación';
}

function names(printed: PrintedExpression, { document }: Stamp): boolean {
  const total = Decimal.parse(printed.total) ?? Decimal.zero;
  return (
    printed.issuerRfc === document.issuerRfc &&
    printed.receiverRfc === document.receiverRfc &&
    total.equals(Decimal.parse(document.total) ?? Decimal.zero) &&
    (printed.sealTail === undefined || document.seal.endsWith(printed.sealTail))
  );
}
