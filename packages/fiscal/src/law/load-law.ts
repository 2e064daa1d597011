import { closeSync, constants, fstatSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtInLaw, faultSentences, nameOf, type Law, type LawFault, type UsedPack } from './law';
import { compareVersions, readPack, type LawPack } from './pack';
import { publicKeysOf } from './project-keys';
import { packDigest, signatureFault } from './signature';

/** The folder of law packs in addition to the built-in pack, and the trusted keys. */
export interface LawSettings {
  /**
   * The folder of law packs, each with the files `NAME.json` and `NAME.json.sig` (the signature).
   * `folder` is absent if there is no folder.
   */
  readonly folder?: string | undefined;
  /**
   * The trusted Ed25519 public keys, 32 bytes each in base64. The value `timbre` represents the
   * keys of the project.
   */
  readonly trustedKeys: readonly string[];
  /** Whether packs of invented figures are accepted; only for tests and trials. */
  readonly takesExamples?: boolean;
}

export interface LoadedLaw {
  readonly law: Law;
  /** The packs that were ignored, with the reasons, for the log. */
  readonly warnings: readonly string[];
}

/** The error for a law pack that cannot be used. The error message is for the operator. */
export class LawError extends Error {}

const suffix = '.json';
/**
 * The maximum size of all packs in the folder, in bytes. All catalogues together are smaller, so a
 * larger folder is a mistake.
 */
const folderBytesMax = 128 * 1024 * 1024;
const signatureBytesMax = 4 * 1024;

/**
 * Returns the built-in law combined with the packs in a folder. A pack is ignored with a warning if
 * it was issued before the built-in pack, or if the folder contains a newer version.
 * @throws LawError with each fault of a pack that is untrusted or faulty
 */
export function loadLaw(settings: LawSettings): LoadedLaw {
  return lawOf(trustedPacks(settings));
}

/**
 * Returns the packs in a folder that have a valid signature, in the order of their files.
 * @throws LawError for a pack that is not trusted or malformed
 */
export function trustedPacks(settings: LawSettings): LawPack[] {
  const { folder } = settings;
  if (folder === undefined) return [];
  let bytesLeft = folderBytesMax;
  return packFiles(folder).map((file) => {
    const path = join(folder, file);
    const { pack, bytes } = trustedPack(path, settings, bytesLeft);
    bytesLeft -= bytes;
    return pack;
  });
}

/**
 * Returns the built-in law combined with trusted packs.
 * @throws LawError if a pack has a fault, or two packs have the same name and version
 */
export function lawOf(packs: readonly LawPack[]): LoadedLaw {
  const warnings: string[] = [];
  const used = packs.filter((pack, at) => {
    if (packs.findIndex((other) => nameOf(other) === nameOf(pack)) !== at) {
      throw new LawError(`Two law packs are ${nameOf(pack)}; remove one.`);
    }
    const reason = reasonToIgnore(pack, packs);
    if (reason !== undefined) warnings.push(`The law pack ${nameOf(pack)} is ignored: ${reason}.`);
    return reason === undefined;
  });
  used.sort((a, b) => (a.issuedOn === b.issuedOn ? (a.id < b.id ? -1 : 1) : a.issuedOn < b.issuedOn ? -1 : 1)); // prettier-ignore
  let law = builtInLaw();
  const faults: LawFault[] = [];
  for (const pack of used) {
    law = law.with(pack, (path, message) => faults.push({ pack: nameOf(pack), path, message }));
  }
  if (faults.length > 0) throw new LawError(`Law packs are faulty:\n${faultSentences(faults)}`);
  return { law, warnings };
}

function packFiles(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((file) => file.endsWith(suffix))
      .sort();
  } catch (error) {
    const isAbsent = ['ENOENT', 'ENOTDIR'].includes(codeOf(error));
    throw new LawError(
      isAbsent
        ? `The folder of law packs ${folder} does not exist.`
        : `The folder of law packs ${folder} is not readable: ${codeOf(error)}.`,
    );
  }
}

function reasonToIgnore(pack: LawPack, all: readonly LawPack[]): string | undefined {
  const [own] = builtInLaw().packs;
  if (own !== undefined && isOlder(pack, own)) {
    return `it is older than the built-in pack ${nameOf(own)}`;
  }
  const newer = all.find(
    (other) => other.id === pack.id && compareVersions(other.version, pack.version) > 0,
  );
  return newer === undefined ? undefined : `${nameOf(newer)} replaces it`;
}

const isOlder = (pack: LawPack, own: UsedPack) =>
  pack.issuedOn < own.issuedOn ||
  (pack.id === own.id && compareVersions(pack.version, own.version) <= 0);

/**
 * Reads a law pack and its signature. The signature is checked first, so that the content of an
 * untrusted pack is not read.
 */
function trustedPack(path: string, settings: LawSettings, bytesMax: number) {
  const signature = readSignature(path) as { digest?: unknown } | null;
  const signed = String(signature?.digest);
  const trusted = publicKeysOf(settings.trustedKeys);
  const fault = signatureFault(signed, signature, trusted);
  if (fault !== undefined) throw new LawError(`The law pack ${path} is refused: ${fault}.`);
  const { json, bytes } = readJson(path, bytesMax);
  const digest = digestOf(json, path);
  if (digest !== signed) {
    throw new LawError(`The law pack ${path} is refused: it was changed after it was signed.`);
  }
  const pack = checkedPack(json, digest, path);
  if (pack.isExample && settings.takesExamples !== true) {
    throw new LawError(
      `The law pack ${path} is refused: it is an example with invented figures. ` +
        'TIMBRE_LAW_TAKES_EXAMPLES=true accepts it.',
    );
  }
  return { pack, bytes };
}

/** @throws LawError with each fault of the pack's form */
export function checkedPack(json: unknown, digest: string, path: string): LawPack {
  const faults: LawFault[] = [];
  const pack = readPack(json, digest, (place, message) =>
    faults.push({ pack: path, path: place, message }),
  );
  if (pack !== undefined) return pack;
  throw new LawError(`The law pack ${path} is faulty:\n${faultSentences(faults)}`);
}

function readSignature(path: string): unknown {
  const signaturePath = `${path}.sig`;
  try {
    return readJson(signaturePath, signatureBytesMax).json;
  } catch (error) {
    if (codeOf((error as LawError).cause) !== 'ENOENT') throw error;
    throw new LawError(`The law pack ${path} is refused: it has no signature ${signaturePath}.`);
  }
}

function readJson(path: string, bytesMax: number): { json: unknown; bytes: number } {
  const { text, bytes } = readText(path, bytesMax);
  try {
    return { json: JSON.parse(text), bytes };
  } catch (error) {
    throw new LawError(`${path} is not readable JSON: ${(error as Error).message}`);
  }
}

/** @throws LawError for a value that is nested too deeply */
function digestOf(json: unknown, path: string): string {
  try {
    return packDigest(json);
  } catch (error) {
    throw new LawError(`The law pack ${path} is refused: ${(error as Error).message}.`);
  }
}

/**
 * Returns the text of a file. Symbolic links are followed, because a Kubernetes volume consists of
 * links.
 */
function readText(path: string, bytesMax: number): { text: string; bytes: number } {
  let file: number | undefined;
  try {
    // Without this flag, opening a named pipe would wait for a writer.
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const facts = fstatSync(file);
    if (!facts.isFile()) throw new LawError(`${path} is not a file.`);
    if (facts.size > bytesMax) throw new LawError(`${path} is too large.`);
    return { text: readFileSync(file, 'utf8'), bytes: facts.size };
  } catch (error) {
    if (error instanceof LawError) throw error;
    throw new LawError(`${path} is not readable: ${codeOf(error)}.`, { cause: error });
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function codeOf(error: unknown): string {
  return String((error as { code?: unknown } | undefined)?.code);
}
