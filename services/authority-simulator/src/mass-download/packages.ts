import { Decimal } from '@timbre/fiscal';
import { strToU8, zipSync, type Zippable } from 'fflate';
import { centralTime } from '../clock';
import { PAC } from '../authority/certificate-authority';
import type { MassDownload } from '../store/mass-downloads';
import type { Stamp } from '../store/stamps';

const HEADER =
  'Uuid~RfcEmisor~NombreEmisor~RfcReceptor~NombreReceptor~RfcPac~FechaEmision~' +
  'FechaCertificacionSat~Monto~EfectoComprobante~Estatus~FechaCancelacion';

const spaced = (local: string) => local.replace('T', ' ');

/**
 * Returns a row of the metadata file. Like the SAT, the function does not quote a separator inside a value.
 */
function metadataRow({ uuid, document, stampedAt }: Stamp, canceled: Date | undefined): string {
  return [
    uuid.toUpperCase(),
    document.issuerRfc,
    document.issuerName,
    document.receiverRfc,
    document.receiverName,
    PAC.rfc,
    spaced(document.issuedAt),
    spaced(centralTime(stampedAt)),
    Decimal.parse(document.total)?.toString() ?? document.total,
    document.type,
    canceled ? '0' : '1',
    canceled ? spaced(centralTime(canceled)) : '',
  ].join('~');
}

export interface PackageContent {
  readonly request: MassDownload;
  readonly packageId: string;
  readonly stamps: readonly Stamp[];
  readonly canceledAt: (uuid: string) => Date | undefined;
  /**
   * If true, the package contains anomalies of the SAT's real packages, and contents that an attacker would
   * add.
   */
  readonly isHostile: boolean;
}

/**
 * Returns a package as a ZIP that contains either one XML file for each document, or the metadata of the
 * documents.
 */
export function writePackage(content: PackageContent): Buffer {
  const { request, packageId, stamps, isHostile } = content;
  const files: Zippable =
    request.type === 'Metadata'
      ? metadataFiles(content)
      : Object.fromEntries(stamps.map(({ uuid, xml }) => [`${uuid}.xml`, strToU8(xml)]));
  if (isHostile) Object.assign(files, hostileFiles(packageId));
  return Buffer.from(zipSync(files, { level: 1 }));
}

function metadataFiles({ packageId, stamps, canceledAt, isHostile }: PackageContent): Zippable {
  const rows = stamps.map((stamp) => metadataRow(stamp, canceledAt(stamp.uuid)));
  // Some of the SAT's files have contained a byte order mark, and a line feed inside a name.
  const text = [HEADER, ...rows.map((row) => (isHostile ? row.replace(' ', '\n ') : row)), ''];
  const mark = isHostile ? '\uFEFF' : '';
  return {
    [`${packageId}.txt`]: strToU8(mark + text.join('\r\n')),
    // Every package of a request contains this file, which is named after the request.
    [`${packageId.replace(/_\d+$/, '')}_tercero.txt`]: strToU8(
      'Uuid~RfcACuentaTerceros~NombreACuentaTerceros\r\n',
    ),
  };
}

const HUGE_TEXT = 11 << 20;

/** Returns a file name in the form of a CFDI's file name, so that a client reads the entry. */
const named = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}.xml`;

function hostileFiles(packageId: string): Zippable {
  return {
    [named(1)]: strToU8(''),
    [named(2)]: strToU8('<html><body>Service unavailable</body></html>'),
    [named(3)]: strToU8(`<a>${'x'.repeat(HUGE_TEXT)}</a>`),
    [named(4)]: Buffer.from('<?xml version="1.0" encoding="UTF-8"?><a n="\xd1"/>', 'latin1'),
    [named(5)]: Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a n="\xd1"/>', 'latin1'),
    [named(6)]: Buffer.from('\uFEFF<?xml version="1.0"?><a/>', 'utf16le'),
    [named(7)]: strToU8('<!DOCTYPE a [<!ENTITY e "x">]><a>&e;</a>'),
    [named(8)]: strToU8('<a>'.repeat(50_000)),
    [named(9)]: strToU8('<a n="\u0000"/>'),
    '__MACOSX/._noise.xml': strToU8('noise'),
    '._hidden.xml': strToU8('\u0000\u0005'),
    '../../slip.xml': strToU8('<a/>'),
    'folder/nested.xml': strToU8('<a/>'),
    'twice.xml.xml': strToU8('<a/>'),
    'inner.zip': zipSync({ 'inner.xml': strToU8('<a/>') }),
    [`${packageId}_other.txt`]: strToU8('no metadata'),
  };
}
