// The software bill of materials (CycloneDX JSON, which pnpm creates from the lockfile and the installed
// packages). `sbom.mjs` prints the bill of materials of all processes, for the image. `sbom.mjs --licences`
// prints each component whose licence is not allowed.
import { execFileSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';

/**
 * @typedef {{ license?: { id?: string, name?: string }, expression?: string }} Licence
 * @typedef {{ name: string, version: string, group?: string, purl: string, licenses?: Licence[],
 *   externalReferences?: { type: string, hashes?: { alg: string, content: string }[] }[] }} Component
 * @typedef {{ serialNumber?: string, metadata: { timestamp?: string }, components: Component[],
 *   dependencies: { ref: string, dependsOn?: string[] }[] }} Bom
 */

/** Licences that allow the library to be distributed together with an Apache-2.0 program. */
const allowed = new Set(
  '0BSD Apache-2.0 BSD-2-Clause BSD-3-Clause BlueOak-1.0.0 ISC MIT MIT-0 OFL-1.1 Unlicense Zlib'.split(
    ' ',
  ),
);

/**
 * Packages whose manifest contains no SPDX licence, each with the licence in its file LICENSE, read
 * 2026-11-29.
 */
const readByHand = new Map([
  ['busboy@1.6.0', 'MIT'],
  ['png-js@2.0.0', 'MIT'],
  ['streamsearch@1.1.0', 'MIT'],
  // The licence of the Bitstream Vera and Arev fonts allows embedding and distribution, but not the sale of
  // the fonts alone.
  ['dejavu-fonts-ttf@2.37.3', 'Bitstream-Vera'],
]);

/**
 * Returns the bill of materials of all processes with their production dependencies. The bill of materials
 * has no time and no serial number, and its lists are sorted, so that equal sources result in an identical
 * file.
 * @returns {Bom}
 */
export function imageSbom() {
  const processes = ['--filter', './services/*', '--filter', './gateway'];
  const form = ['--sbom-format', 'cyclonedx', '--sbom-spec-version', '1.6', '--prod'];
  const args = [...processes, 'sbom', ...form, '--sbom-type', 'application'];
  const text = execFileSync('pnpm', args, { encoding: 'utf8', maxBuffer: 64 << 20 });
  /** @type {Bom} */
  const bom = JSON.parse(text);
  delete bom.serialNumber;
  delete bom.metadata.timestamp;
  bom.components.sort((a, b) => (a.purl < b.purl ? -1 : 1));
  bom.dependencies.sort((a, b) => (a.ref < b.ref ? -1 : 1));
  for (const { dependsOn } of bom.dependencies) dependsOn?.sort();
  return bom;
}

/** @param {Licence} licence */
const textOf = ({ license, expression }) => expression ?? license?.id ?? license?.name ?? '';

/**
 * Whether at least one alternative of an SPDX expression is an allowed licence. The function supports
 * brackets only around the whole expression.
 * @param {string} expression
 */
const isAllowed = (expression) =>
  expression
    .replace(/^\((.*)\)$/, '$1')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((one) => allowed.has(one)));

/**
 * Returns the components without an allowed licence, each with its licence.
 * @param {Pick<Component, 'name' | 'version' | 'group' | 'licenses'>[]} components
 */
export function refusedLicences(components) {
  return components.flatMap(({ name, version, group, licenses = [] }) => {
    const full = `${group === undefined ? '' : `${group}/`}${name}@${version}`;
    if (readByHand.has(full)) return [];
    const texts = licenses.map(textOf);
    if (texts.length > 0 && texts.every(isAllowed)) return [];
    return [`${full}: ${texts.join(', ') || 'no licence'}`];
  });
}

/** @param {string | undefined} asked */
function main(asked) {
  if (asked !== '--licences') return void console.log(JSON.stringify(imageSbom()));
  const refused = refusedLicences(imageSbom().components);
  for (const line of refused) console.log(line);
  if (refused.length > 0) process.exitCode = 1;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  main(process.argv[2]);
}
