import { certain, Rfc, foldLetters } from '@timbre/fiscal';
import { dateOfDigits } from '../reading/dates';
import { oneLine } from '../reading/labels';
import {
  given,
  refusedProfile,
  regimeCodeOf,
  type ReadProfile,
  type TaxProfile,
} from './tax-profile';

/**
 * The host of the address in the QR code of a Constancia. Addresses with a different host or path
 * are refused.
 */
const qrHost = 'siat.sat.gob.mx';
const qrPath = '/app/qr/faces/pages/mobile/validadorqr.jsf';

export interface QrCode {
  /** The number of the tax identity card, 8 to 11 digits. */
  idCif: string;
  rfc: string;
}

/**
 * Returns the card number and the RFC from the QR address of a Constancia. Returns undefined for a
 * different host or format, because Timbre must never request an address that a user chooses.
 */
export function qrCodeOf(address: string): QrCode | undefined {
  if (address.length > 300 || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  const isQr =
    (url.protocol === 'https:' || url.protocol === 'http:') &&
    url.host === qrHost &&
    url.pathname === qrPath &&
    url.username === '' &&
    url.password === '';
  const parameters = [...url.searchParams].map(([name, value]) => `${name}=${value}`);
  const [first, second, third = ''] = parameters;
  if (!isQr || parameters.length !== 3 || first !== 'D1=10' || second !== 'D2=1') return undefined;
  const [, idCif = '', rfcText = ''] = /^D3=(\d{8,11})_([^_]+)$/.exec(third) ?? [];
  const rfc = Rfc.parse(rfcText)?.toString();
  return rfc ? { idCif, rfc } : undefined;
}

/** A row of the page behind the QR code: its label and its value. */
export type LabelledRow = readonly [label: string, value: string];

/**
 * Reads the rows of the page behind the QR code (facts: sat-sync-reports D.2); the page does not
 * show the RFC.
 * - profile_incomplete: the page lacks a legal name or a tax regime
 */
export function readQrPage({ rfc: rfcText, idCif }: QrCode, rows: LabelledRow[]): ReadProfile {
  const rfc = certain(Rfc.parse(rfcText), 'the RFC');
  const byLabel = new Map(rows.map(([label, value]) => [foldLetters(label), oneLine(value)]));
  const value = (label: string) => byLabel.get(foldLetters(label)) ?? '';
  const names = [value('Nombre'), value('Apellido Paterno'), value('Apellido Materno')];
  const legalName =
    value('Denominación o Razón Social') || names.filter((name) => name !== '').join(' ');
  const taxRegimes = regimesOf(rows);
  if (!legalName || taxRegimes.length === 0) {
    return refusedProfile('profile_incomplete', 'The page has no legal name or tax regime.');
  }
  const startedOperationsOn = dateOfDigits(value('Fecha de Inicio de operaciones'));
  const statusChangedOn = dateOfDigits(value('Fecha del último cambio de situación'));
  const postalCode = /^\d{5}$/.exec(value('CP'))?.[0];
  const profile: TaxProfile = {
    rfc: rfc.toString(),
    idCif,
    personKind: rfc.kind,
    legalName,
    ...given({
      curp: /^[A-Z0-9]{18}$/.exec(value('CURP'))?.[0],
      capitalRegime: value('Régimen de capital'),
      registryStatus: value('Situación del contribuyente'),
      email: /^[^\s@]+@\S+$/.exec(value('Correo electrónico'))?.[0],
    }),
    ...(startedOperationsOn && { startedOperationsOn }),
    ...(statusChangedOn && { statusChangedOn }),
    ...(postalCode && {
      address: {
        postalCode,
        ...given({
          street: oneLine(`${value('Tipo de vialidad')} ${value('Nombre de la vialidad')}`),
          exterior: value('Número exterior'),
          interior: value('Número interior'),
          neighborhood: value('Colonia'),
          municipality: value('Municipio o delegación'),
          state: value('Entidad Federativa'),
        }),
      },
    }),
    taxRegimes,
    economicActivities: [],
    obligations: [],
  };
  return { profile };
}

/** Reads the tax regimes, each of which is printed in two rows, `Régimen:` and `Fecha de alta:`. */
function regimesOf(rows: LabelledRow[]): TaxProfile['taxRegimes'] {
  return rows.flatMap(([label, value], index) => {
    if (foldLetters(label) !== 'REGIMEN') return [];
    const [nextLabel = '', nextValue = ''] = rows[index + 1] ?? [];
    const startDate =
      foldLetters(nextLabel) === 'FECHADEALTA' ? dateOfDigits(nextValue) : undefined;
    if (!startDate) return [];
    const name = oneLine(value);
    const code = regimeCodeOf(name);
    return [{ ...(code && { code }), name, startDate }];
  });
}
