import type { AccountTrouble, StampAnswer } from '../stamping/stamp';
import { readTfd } from '../stamping/timbre';
import type { Stamp } from '../store/stamps';
import { swError, swSuccess, type SwAnswer } from './envelope';
import { REFUSED_CREDENTIALS } from './authenticate';

export const SW_VERSIONS = ['v1', 'v2', 'v3', 'v4'] as const;
export type SwVersion = (typeof SW_VERSIONS)[number];

const DUPLICATE = 'CFDI3307 - Timbre duplicado. El customId proporcionado está duplicado.';
const PREVIOUS = '307. El comprobante contiene un timbre previo.';

/**
 * SW documents no codes for a suspended account and for an account without stamps left, so the simulator
 * uses the codes of other PACs.
 */
const ACCOUNT_ANSWERS: Record<AccountTrouble, SwAnswer> = {
  credentials: REFUSED_CREDENTIALS,
  suspended: swError('703 - La cuenta se encuentra suspendida.'),
  exhausted: swError('718 - La cuenta no cuenta con timbres disponibles.'),
};

/** Converts an outcome to SW's format, in the response version that the client requested. */
export function toSwAnswer(
  answer: Exclude<StampAnswer, { answer: 'failed' }>,
  version: SwVersion,
  isBase64: boolean,
): SwAnswer {
  const data = (stamp: Stamp) => stampData(stamp, version, isBase64);
  switch (answer.answer) {
    case 'stamped':
      return swSuccess(data(answer.stamp));
    case 'previously_stamped':
      return swError(PREVIOUS, '', answer.visible ? data(answer.stamp) : null);
    case 'custom_id_taken':
      return swError(DUPLICATE, '', { tfd: encoded(answer.stamp.tfd, isBase64) });
    case 'account':
      return ACCOUNT_ANSWERS[answer.trouble];
    case 'refused': {
      const { code, message, detail } = answer.refusal;
      return swError(`${code}${code === '307' ? '.' : ' -'} ${message}`, detail);
    }
  }
}

/**
 * Returns the data of a response, depending on its version. Version v1 contains the TFD, v2 the TFD and the
 * CFDI, v3 the CFDI, and v4 the CFDI and the parts of its stamp.
 */
function stampData(stamp: Stamp, version: SwVersion, isBase64: boolean): object {
  const tfd = encoded(stamp.tfd, isBase64);
  const cfdi = encoded(stamp.xml, isBase64);
  if (version === 'v1') return { tfd };
  if (version === 'v2') return { tfd, cfdi };
  if (version === 'v3') return { cfdi };
  const timbre = readTfd(stamp.tfd);
  return {
    cadenaOriginalSAT: timbre.cadena,
    noCertificadoSAT: timbre.noCertificadoSat,
    noCertificadoCFDI: stamp.document.certificateNumber,
    uuid: timbre.uuid,
    selloSAT: timbre.selloSat,
    selloCFDI: timbre.selloCfd,
    fechaTimbrado: timbre.fechaTimbrado,
    // In this field, SW returns an image of the QR code. The simulator returns an empty text, so that
    // nobody prints a simulated QR code.
    qrCode: '',
    cfdi,
  };
}

function encoded(xml: string, isBase64: boolean): string {
  return isBase64 ? Buffer.from(xml, 'utf8').toString('base64') : xml;
}
