import {
  anyText,
  certificateNumber,
  companyRfc,
  localDateTime,
  pattern,
  uuid,
} from './simple-types';
import { element, optional, required, unsealed } from './grammar';

/** The complement `tfd:TimbreFiscalDigital` 1.1: the PAC's stamp. */
export interface Timbre {
  readonly version: string;
  readonly uuid: string;
  /** The time in central Mexico, regardless of the place of issue. */
  readonly fechaTimbrado: string;
  readonly rfcProvCertif: string;
  readonly leyenda?: string;
  /** The Sello of the stamped document. */
  readonly selloCfd: string;
  readonly noCertificadoSat: string;
  readonly selloSat: string;
}

const leyenda = pattern(
  /[A-Za-z0-9 Ññ!"%&'´\-:;>=<@_,{}`~áéíóúÁÉÍÓÚüÜ]{12,150}/,
  'text of 12 to 150 letters, digits and usual signs',
);

export const timbreElement = element<Timbre>('tfd:TimbreFiscalDigital', {
  version: required('Version', pattern(/1\.1/, '"1.1"')),
  uuid: required('UUID', uuid),
  fechaTimbrado: required('FechaTimbrado', localDateTime),
  rfcProvCertif: required('RfcProvCertif', companyRfc),
  leyenda: optional('Leyenda', leyenda),
  selloCfd: required('SelloCFD', anyText),
  noCertificadoSat: required('NoCertificadoSAT', certificateNumber),
  selloSat: unsealed('SelloSAT', anyText),
});
