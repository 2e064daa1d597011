// The set-up of a demo's organization before it can stamp, and the way its documents are stored.
import { writeFileSync } from 'node:fs';
import { call, download } from './api-client.mjs';

/**
 * @typedef {import('./demo-state.mjs').DemoState} DemoState
 * @typedef {'xml' | 'pdf' | 'ticket'} Format a ticket is a PDF of 80 mm
 * @typedef {{ rfc: string, legalName: string, taxSystem: string, postalCode: string }} Issuer
 */

/** The profile, a certificate and a series of income. @param {DemoState} state @param {Issuer} issuer */
export async function setUpIssuer(state, issuer) {
  await state.once('profile', () => state.write('profile', 'PUT', '/v1/fiscal/profile', issuer));
  await state.once('certificate', () => uploadCertificate(state, issuer));
  const series = { code: 'A', kind: 'income', nextFolio: 1 };
  await state.create('series', '/v1/settings/series', series);
}

/** A CSD of the simulated authority; the second call uploads a real CSD as well.
 * @param {DemoState} state @param {Issuer} issuer */
async function uploadCertificate({ write }, { rfc, legalName }) {
  const wanted = { kind: 'csd', rfc, legalName };
  const minted = await write('mint', 'POST', '/v1/sandbox/certificates', wanted);
  const { certificate, privateKey, passphrase } = minted;
  const csd = { certificate, privateKey, passphrase };
  return write('certificate', 'POST', '/v1/fiscal/certificates', csd);
}

/** Stamps a draft. @param {DemoState} state @param {string} step @param {string} documentRef
 * @returns {Promise<any>} the CFDI */
export async function stamp({ demo, write }, step, documentRef) {
  await write(step, 'POST', `/v1/cfdi/${documentRef}/stamp`);
  return call(demo, 'GET', `/v1/cfdi/${documentRef}`);
}

/**
 * Writes the files of a document. @returns {Promise<string[]>} their paths, one for each format
 * @param {DemoState} state @param {string} documentRef @param {string} file without its ending
 * @param {Format[]} formats
 */
export async function saveFiles({ demo }, documentRef, file, formats) {
  const paths = [];
  for (const format of formats) {
    const path = `${file}.${format === 'xml' ? 'xml' : 'pdf'}`;
    writeFileSync(path, await download(demo, `/v1/documents/${documentRef}/files/${format}`));
    paths.push(path);
  }
  return paths;
}
