import type { CalendarDate } from '@timbre/fiscal';
import { has, valueOf } from '../schema/node';
import { columnOf, isUnknown } from './catalogue';
import { hasComplement, type Cfdi } from './cfdi';
import { table, type Rule } from './rule';

const NATIONAL = 'XAXX010101000';
const FOREIGN = 'XEXX010101000';

/**
 * The rules for issuer and receiver in the SAT's matrix of CFDI 4.0, except the checks against the register
 * of taxpayers.
 */
const PARTIES: readonly Rule<Cfdi>[] = [
  [
    'CFDI40140',
    'RegimenFiscal',
    'debe ser una clave de c_RegimenFiscal',
    ({ issuer, on }) => isUnknown('c_RegimenFiscal', valueOf(issuer, 'RegimenFiscal'), on),
  ],
  [
    'CFDI40141',
    'RegimenFiscal',
    'debe corresponder con el tipo de persona del emisor',
    ({ issuer, on }) => {
      const regime = valueOf(issuer, 'RegimenFiscal');
      if (isUnknown('c_RegimenFiscal', regime, on)) return false;
      return !isFor('c_RegimenFiscal', regime, valueOf(issuer, 'Rfc'), on);
    },
  ],
  [
    'CFDI40146',
    'Rfc',
    `debe ser ${NATIONAL} cuando el nombre es PUBLICO EN GENERAL`,
    ({ receiver }) =>
      valueOf(receiver, 'Nombre') === 'PUBLICO EN GENERAL' && rfcOf(receiver) !== NATIONAL,
  ],
  [
    'CFDI40149',
    'DomicilioFiscalReceptor',
    'debe ser igual a LugarExpedicion con un RFC genérico',
    ({ root, receiver }) =>
      isGeneric(receiver) &&
      valueOf(receiver, 'DomicilioFiscalReceptor') !== valueOf(root, 'LugarExpedicion'),
  ],
  [
    'CFDI40150',
    'ResidenciaFiscal',
    'debe ser una clave de c_Pais',
    ({ receiver, on }) =>
      rfcOf(receiver) === FOREIGN && isUnknown('c_Pais', valueOf(receiver, 'ResidenciaFiscal'), on),
  ],
  [
    'CFDI40151',
    'ResidenciaFiscal',
    `solo existe con el RFC ${FOREIGN}`,
    ({ receiver }) => has(receiver, 'ResidenciaFiscal') && rfcOf(receiver) !== FOREIGN,
  ],
  [
    'CFDI40152',
    'ResidenciaFiscal',
    'no debe ser MEX',
    ({ receiver }) =>
      rfcOf(receiver) === FOREIGN && valueOf(receiver, 'ResidenciaFiscal') === 'MEX',
  ],
  [
    'CFDI40153',
    'ResidenciaFiscal',
    'es requerida con NumRegIdTrib y con comercio exterior',
    (cfdi) =>
      rfcOf(cfdi.receiver) === FOREIGN &&
      !has(cfdi.receiver, 'ResidenciaFiscal') &&
      (has(cfdi.receiver, 'NumRegIdTrib') || hasComplement(cfdi, 'cce20')),
  ],
  [
    'CFDI40154',
    'NumRegIdTrib',
    `solo existe con el RFC ${FOREIGN}`,
    ({ receiver }) => has(receiver, 'NumRegIdTrib') && rfcOf(receiver) !== FOREIGN,
  ],
  [
    'CFDI40155',
    'NumRegIdTrib',
    'es requerido con comercio exterior',
    (cfdi) =>
      rfcOf(cfdi.receiver) === FOREIGN &&
      !has(cfdi.receiver, 'NumRegIdTrib') &&
      has(cfdi.receiver, 'ResidenciaFiscal') &&
      hasComplement(cfdi, 'cce20'),
  ],
  [
    'CFDI40156',
    'NumRegIdTrib',
    'debe cumplir con el patrón del país',
    ({ receiver, on }) => {
      const id = valueOf(receiver, 'NumRegIdTrib');
      const pattern = columnOf('c_Pais', valueOf(receiver, 'ResidenciaFiscal'), 'taxIdPattern', on);
      if (rfcOf(receiver) !== FOREIGN || id === undefined || !pattern) return false;
      return !new RegExp(`^(?:${pattern})$`).test(id);
    },
  ],
  [
    'CFDI40157',
    'RegimenFiscalReceptor',
    'debe ser una clave de c_RegimenFiscal',
    ({ receiver, on }) => isUnknown('c_RegimenFiscal', regimeOf(receiver), on),
  ],
  [
    'CFDI40158',
    'RegimenFiscalReceptor',
    'debe corresponder con el tipo de persona del receptor',
    ({ receiver, on }) =>
      !isGeneric(receiver) &&
      !isUnknown('c_RegimenFiscal', regimeOf(receiver), on) &&
      !isFor('c_RegimenFiscal', regimeOf(receiver), rfcOf(receiver), on),
  ],
  [
    'CFDI40159',
    'RegimenFiscalReceptor',
    'debe ser 616 con un RFC genérico',
    (cfdi) => {
      const { receiver, on } = cfdi;
      const regime = regimeOf(receiver);
      if (!isGeneric(receiver) || isUnknown('c_RegimenFiscal', regime, on)) return false;
      return regime !== '616';
    },
  ],
  [
    'CFDI40160',
    'UsoCFDI',
    'debe ser una clave de c_UsoCFDI',
    ({ receiver, on }) => isUnknown('c_UsoCFDI', valueOf(receiver, 'UsoCFDI'), on),
  ],
  [
    'CFDI40161',
    'UsoCFDI',
    'debe corresponder con el tipo de persona y el régimen del receptor',
    ({ receiver, on }) => {
      const use = valueOf(receiver, 'UsoCFDI');
      const regime = regimeOf(receiver) ?? '';
      if (isUnknown('c_UsoCFDI', use, on)) return false;
      if (isUnknown('c_RegimenFiscal', regime, on)) return false;
      const regimes = columnOf('c_UsoCFDI', use, 'receiverRegimes', on)?.split(' ') ?? [];
      return !isFor('c_UsoCFDI', use, rfcOf(receiver), on) || !regimes.includes(regime);
    },
  ],
];

function rfcOf(party: Cfdi['receiver']): string {
  return valueOf(party, 'Rfc') ?? '';
}

function regimeOf(receiver: Cfdi['receiver']): string | undefined {
  return valueOf(receiver, 'RegimenFiscalReceptor');
}

function isGeneric(receiver: Cfdi['receiver']): boolean {
  return [NATIONAL, FOREIGN].includes(rfcOf(receiver));
}

/**
 * Returns whether a catalogue entry allows companies (RFC of 12 characters) or natural persons (RFC of 13
 * characters).
 */
export function isFor(
  catalogue: string,
  code: string | undefined,
  rfc = '',
  on: CalendarDate,
): boolean {
  return columnOf(catalogue, code, rfc.length === 12 ? 'moral' : 'fisica', on) === '1';
}

export const partyTables = [table((cfdi: Cfdi) => [cfdi], PARTIES)];
