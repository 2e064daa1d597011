import {
  anyText,
  certificateNumber,
  localDateTime,
  pattern,
  rfc,
  text,
  uuid,
} from './simple-types';
import { element, optional, required, unsealed } from './grammar';

/** `tfd:TimbreFiscalDigital` 1.1: what the PAC adds. */
export interface Timbre {
  readonly version: string;
  readonly uuid: string;
  /** Central time of Mexico, whatever the place of issue. */
  readonly fechaTimbrado: string;
  readonly rfcProvCertif: string;
  readonly leyenda?: string;
  /** The document's own Sello. */
  readonly selloCfd: string;
  readonly noCertificadoSat: string;
  readonly selloSat: string;
}

export const timbreElement = element<Timbre>('tfd:TimbreFiscalDigital', {
  version: required('Version', pattern(/1\.1/, '"1.1"')),
  uuid: required('UUID', uuid),
  fechaTimbrado: required('FechaTimbrado', localDateTime),
  rfcProvCertif: required('RfcProvCertif', rfc),
  leyenda: optional('Leyenda', text(12, 150)),
  selloCfd: required('SelloCFD', anyText),
  noCertificadoSat: required('NoCertificadoSAT', certificateNumber),
  selloSat: unsealed('SelloSAT', anyText),
});
