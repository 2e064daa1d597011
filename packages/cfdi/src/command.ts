import { parseArgs } from 'node:util';
import { certain, checkFile, type CheckIo } from '@timbre/fiscal';
import { cadenaOriginal } from './cadena';
import { CredentialError, certificateFromDer } from './certificate';
import { checkTaxExamples } from './check-examples';
import type { Certificate } from './certificate';
import { parseDocument, refuseUnreadVersion, verifyDocument } from './document';
import { STRUCTURE } from './finding';
import type { Finding } from './finding';
import { StructureError } from './parse';
import type { Verdict } from './verify';
import { verifyStamped } from './verify-stamped';
import type { PacCertificates } from './verify-timbre';
import { XmlError, readXml } from './xml';

/** The input and output functions of the command `cfdi`. */
export type CommandIo = CheckIo;

const USAGE = `usage: timbre cfdi show FILE…
       timbre cfdi cadena FILE…
       timbre cfdi verify [--pac CERTIFICATE.cer]… FILE…
       timbre cfdi check FILE.json…

show     prints the document as JSON
cadena   prints its cadena original, without a newline at the end
verify   prints the verdict on seal, certificate, dates, totals and stamp; one that a PAC has stamped
         is judged as its import judges it, and what that lets pass is a warning
  --pac  the certificate of the PAC, with which the stamp is checked. Without it, verify prints its
         number and where the SAT publishes it; a simulated PAC's is at its simulator, in
         /authority/certificates/NUMBER.cer
check    computes the worked examples of taxed sales in a file and prints the differences
`;

const OK = 0;
const INVALID = 1;
const UNUSABLE = 2;

type Action = (path: string, io: CommandIo) => number;

/**
 * The command `timbre cfdi …`. The exit code is 0 if every file is valid, 1 if a file is invalid, and 2 if
 * a file cannot be read.
 */
export function cfdiCommand(argv: readonly string[], io: CommandIo): number {
  const [name, ...rest] = argv;
  try {
    const { files, certificates } = readArguments(rest, io);
    const action = actionNamed(name, certificates);
    if (!action || files.length === 0) {
      io.writeError(USAGE);
      return UNUSABLE;
    }
    const statuses = files.map((path, index) => {
      // Several cadenas are separated by line breaks. A single cadena has no line break.
      if (name === 'cadena' && index > 0) io.write('\n');
      return run(action, path, io);
    });
    return Math.max(...statuses);
  } catch (error) {
    return printError(error, io);
  }
}

function actionNamed(
  name: string | undefined,
  certificates: readonly Certificate[],
): Action | undefined {
  if (name === 'show') return show;
  if (name === 'cadena') return cadena;
  if (name === 'verify') return (path, io) => verify(path, io, certificates);
  if (name === 'check') return (path, io) => checkFile(path, io, checkTaxExamples);
  return undefined;
}

interface Arguments {
  readonly files: readonly string[];
  readonly certificates: readonly Certificate[];
}

function readArguments(args: string[], io: CommandIo): Arguments {
  const options = { pac: { type: 'string', multiple: true } } as const;
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const certificates = (values.pac ?? []).map((file) => certificateFromDer(io.readFile(file)));
  return { files: positionals, certificates };
}

function run(action: Action, path: string, io: CommandIo): number {
  try {
    return action(path, io);
  } catch (error) {
    return printError(error, io, path);
  }
}

/** Prints errors that the user can correct, and rethrows all other errors as bugs. */
function printError(error: unknown, io: CommandIo, path?: string): number {
  const isExpected =
    error instanceof XmlError ||
    error instanceof StructureError ||
    error instanceof CredentialError ||
    error instanceof RangeError ||
    (error instanceof Error && 'code' in error);
  if (!isExpected) throw error;
  io.writeError(`${path === undefined ? '' : `${path}: `}${error.message}\n`);
  return UNUSABLE;
}

const show: Action = (path, io) => {
  const { kind, document, findings } = parseDocument(io.readFile(path));
  io.write(`${JSON.stringify({ kind, document, findings }, null, 2)}\n`);
  return OK;
};

const cadena: Action = (path, io) => {
  const root = readXml(io.readFile(path));
  refuseUnreadVersion(root);
  io.write(cadenaOriginal(root));
  return OK;
};

/** The subjects of findings. The first pattern that matches a finding determines its subject. */
const SUBJECTS: readonly (readonly [subject: string, codes: RegExp])[] = [
  ['structure', /^301$/],
  ['seal', /^(302|CFDI40102)$/],
  ['certificate', /^(303|306|CFDI40106)$/],
  ['dates', /^(305|401)$/],
  ['totals', sumCodes()],
  ['stamp', /^TFD$/],
  ['rules', /./],
];

/** Returns a regular expression for the codes in the SAT's matrices that mean wrong sums and products. */
function sumCodes(): RegExp {
  const cfdi =
    'CFDI(33107|33109|33118|4010[7-9]|4011[0-29]|40167|40180|40186|402(0[2-6]|1[0-6]|2[01]))';
  const payments = 'CRP202(0[1-9]|1[017]|44|54|6[1589]|74|76)';
  const payroll = 'NOM(2[012]|3[79]|40|69|7[0-47-9]|9[12])';
  const retenciones = 'Reten201(27|3[01])';
  return new RegExp(`^(${cfdi}|${payments}|${payroll}|${retenciones})$`);
}

/** The result of verifying a stamped document by the same rules as an import. */
interface Judged extends Verdict<unknown> {
  /** Faults that do not prevent the import of a stamped document. */
  readonly warnings: readonly Finding[];
}

function judge(source: Uint8Array, pacCertificate: PacCertificates): Judged {
  const verdict = verifyDocument(source, { pacCertificate });
  if (verdict.stamp === 'absent') return { ...verdict, warnings: [] };
  const { findings } = verifyStamped(parseDocument(source), { pacCertificate });
  const isRefused = ({ code, path }: Finding) =>
    findings.some((one) => one.code === code && one.path.join('.') === path.join('.'));
  const warnings = verdict.findings.filter((one) => !isRefused(one) && !HOLDER.test(one.code));
  return { ...verdict, isValid: findings.length === 0, findings, warnings };
}

/**
 * The codes of findings about the holder of the certificate. The command omits these findings if an import
 * accepts the holder.
 */
const HOLDER = /^(303|306)$/;

function verify(path: string, io: CommandIo, certificates: readonly Certificate[]): number {
  let pac: string | undefined;
  const judged = judge(io.readFile(path), (number) => {
    pac = number;
    return certificates.find((certificate) => certificate.number === number);
  });
  io.write(`${path}: ${judged.isValid ? 'valid' : 'invalid'}\n`);
  for (const [subject] of SUBJECTS)
    io.write(`  ${subject.padEnd(12)}${stateOf(subject, judged, pac)}\n`);
  const written = ({ code, path: place, message }: Finding) =>
    `${code} ${place.join('.')}: ${message}\n`;
  for (const finding of judged.findings) io.write(`  ${written(finding)}`);
  for (const warning of judged.warnings) io.write(`  warning ${written(warning)}`);
  return judged.isValid ? OK : INVALID;
}

function stateOf(
  subject: string,
  { document, findings, warnings, stamp, certificate, unchecked }: Judged,
  pac: string | undefined,
): string {
  if (!document && subject !== 'structure') return 'not checked';
  // If the document has no certificate, its seal and the dates of the certificate cannot be checked.
  if (!certificate && (subject === 'seal' || subject === 'dates')) return 'not checked';
  const wrong = findings.filter(({ code }) => subjectOf(code) === subject).length;
  if (wrong > 0) return `wrong (${wrong})`;
  const departing = warnings.filter(({ code }) => subjectOf(code) === subject).length;
  if (departing > 0) return `warnings (${departing})`;
  const isBroken = [...findings, ...warnings].some(({ code }) => code === STRUCTURE);
  // The rules are not checked for a document with an invalid structure.
  if (isBroken && (subject === 'totals' || subject === 'rules')) return 'not checked';
  if (unchecked?.includes(subject)) return 'not checked';
  if (subject === 'stamp') return stamp === 'unknown' ? withoutPac(pac) : stamp;
  if (subject === 'certificate' && certificate) {
    return `ok ${certificate.number} ${certificate.rfc}`;
  }
  return 'ok';
}

/**
 * Returns a text that states which PAC certificate is missing, and where the SAT publishes it (its store
 * of certificates, rccf).
 */
function withoutPac(number: string | undefined): string {
  const parts = /^(\d{6})(\d{6})(\d\d)(\d\d)(\d\d)\d\d$/.exec(number ?? '')?.slice(1);
  if (!number || !parts) return 'not checked: give the certificate of its PAC with --pac';
  const address = `https://rdc.sat.gob.mx/rccf/${parts.join('/')}/${number}.cer`;
  return `not checked: give the certificate ${number} of its PAC with --pac (${address})`;
}

function subjectOf(code: Finding['code']): string {
  return certain(
    SUBJECTS.find(([, codes]) => codes.test(code)),
    'the item',
  )[0];
}
