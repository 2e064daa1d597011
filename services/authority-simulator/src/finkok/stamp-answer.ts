import { randomUUID } from 'node:crypto';
import { centralTime } from '../clock';
import type { AccountTrouble, StampingPac } from '../stamping/stamp';
import { readTfd } from '../stamping/timbre';
import type { PacRefusal } from '../stamping/refusal';
import type { Stamp } from '../store/stamps';
import type { Fields } from '../soap/envelope';

/** The text of CodEstatus for a new stamp, as Finkok writes it. */
export const STAMPED = 'Comprobante timbrado satisfactoriamente';
export const PREVIOUSLY = 'Comprobante timbrado previamente';
export const RECEIVED = 'Comprobante recibido satisfactoriamente';

export interface Incidence {
  readonly code: string;
  readonly message: string;
  readonly extra?: string;
  readonly rfc?: string;
}

export const PREVIOUS_STAMP: Incidence = {
  code: '307',
  message: 'El CFDI contiene un timbre previo.',
};

export const NEVER_STAMPED: Incidence = {
  code: '603',
  message: 'El CFDI no contiene un timbre previo.',
};

export const ACCOUNT_INCIDENCES: Record<AccountTrouble, Incidence> = {
  credentials: { code: '300', message: 'El usuario o contraseña son inválidos.' },
  suspended: { code: '703', message: 'La cuenta está suspendida.' },
  exhausted: { code: '718', message: 'No hay timbres disponibles.' },
};

/** Converts a refusal to Finkok's codes, such as 707 for a document that already has a stamp. */
export function incidenceOf({ code, message, detail }: PacRefusal): Incidence {
  return { code: code === '307' ? '707' : code, message, extra: detail };
}

/** Builds the fields of an `AcuseRecepcionCFDI` with a stamp. */
export function stampFields(stamp: Stamp, codEstatus: string, uuidField?: string): Fields {
  const timbre = readTfd(stamp.tfd);
  return {
    xml: stamp.xml,
    UUID: uuidField ?? timbre.uuid,
    Fecha: timbre.fechaTimbrado,
    CodEstatus: codEstatus,
    SatSeal: timbre.selloSat,
    Incidencias: {},
    NoCertificadoSAT: timbre.noCertificadoSat,
  };
}

/**
 * Builds the fields of an `AcuseRecepcionCFDI` without a stamp, or the incidences of a response with a stamp.
 */
export function incidenceFields(pac: StampingPac, incidence: Incidence): Fields {
  const line: Fields = {
    IdIncidencia: '1',
    RfcEmisor: incidence.rfc ?? '',
    Uuid: '',
    CodigoError: incidence.code,
    WorkProcessId: randomUUID(),
    MensajeIncidencia: incidence.message,
    ExtraInfo: incidence.extra ?? '',
    NoCertificadoPac: '',
    FechaRegistro: centralTime(pac.clock.now()),
  };
  const isDouble = pac.knobs.pac('finkok').duplicateIncidences;
  return { Incidencias: { Incidencia: isDouble ? [line, line] : [line] } };
}
