import { attachTimbre, signTimbre, writeTimbre } from '@timbre/cfdi';
import { PAC, type Signer } from '../authority/certificate-authority';
import { inspectCertificate } from '../authority/inspect';
import { CENTRAL_MEXICO, localDateTime } from '../clock';
import type { PacName } from '../scenarios/knobs';

/** A stamp as text: the TFD alone, and the document with it. */
export interface Timbrado {
  readonly tfd: string;
  readonly xml: string;
}

/** A PAC's stamping machine: signs a TFD for the seal and puts it into the document. */
export interface Stamper {
  (uuid: string, seal: string, xml: string, now: Date): Timbrado;
}

export function stamperOf(pac: PacName, signer: Signer): Stamper {
  const number = inspectCertificate(signer.certificate)?.number ?? '';
  return (uuid, seal, xml, now) => {
    const timbre = signTimbre(
      {
        // Finkok writes capitals, SW small letters: clients must compare without regard to case.
        uuid: pac === 'finkok' ? uuid.toUpperCase() : uuid,
        fechaTimbrado: localDateTime(now, CENTRAL_MEXICO),
        rfcProvCertif: PAC.rfc,
        selloCfd: seal,
        noCertificadoSat: number,
      },
      signer.key,
    );
    return { tfd: writeTimbre(timbre), xml: attachTimbre(xml, timbre) };
  };
}
