import {
  attachTimbre,
  parseTimbre,
  signTimbre,
  timbreCadena,
  writeTimbre,
  type Timbre,
} from '@timbre/cfdi';
import { PAC, type Signer } from '../authority/certificate-authority';
import { centralTime } from '../clock';
import type { PacName } from '../scenarios/knobs';
import { certificateNumber } from '../validation/certificate';

/** A stamp in two forms of XML text: the TFD alone, and the document that contains the TFD. */
interface Timbrado {
  readonly tfd: string;
  readonly xml: string;
}

/** Signs a TFD for a seal and adds the TFD to the document. */
export interface Stamper {
  (uuid: string, seal: string, xml: string, now: Date): Timbrado;
}

export function stamperOf(pac: PacName, signer: Signer): Stamper {
  const number = certificateNumber(signer.certificate);
  return (uuid, seal, xml, now) => {
    const timbre = signTimbre(
      {
        // Finkok writes UUIDs in upper case, and SW writes them in lower case. Clients must ignore the case
        // of a UUID.
        uuid: pac === 'finkok' ? uuid.toUpperCase() : uuid,
        fechaTimbrado: centralTime(now),
        rfcProvCertif: PAC.rfc,
        selloCfd: seal,
        noCertificadoSat: number,
      },
      signer.key,
    );
    return { tfd: writeTimbre(timbre), xml: attachTimbre(xml, timbre) };
  };
}

/** Parses a TFD that this simulator wrote, and adds its cadena. */
export function readTfd(tfd: string): Timbre & { readonly cadena: string } {
  const timbre = parseTimbre(tfd);
  return { ...timbre, cadena: timbreCadena(timbre) };
}
