// Prepares the organization of a demo for stamping, and saves its documents.
import { writeFileSync } from 'node:fs';
import { call, download } from './api-client.mjs';

/**
 * @typedef {import('./demo-state.mjs').DemoState} DemoState
 * @typedef {'xml' | 'pdf' | 'ticket'} Format the file format; a ticket is a PDF with a width of 80 mm
 * @typedef {{ rfc: string, legalName: string, taxSystem: string, postalCode: string }} Issuer the tax data
 * of a demo's issuer
 */

/**
 * Creates the profile, a certificate and a series for income.
 * @param {DemoState} state
 * @param {Issuer} issuer
 */
export async function setUpIssuer(state, issuer) {
  await state.create('profile', 'putFiscalProfile', { body: issuer });
  await state.once('certificate', () => uploadCertificate(state, issuer));
  const body = { code: 'A', kind: 'income', nextFolio: 1 };
  await state.create('series', 'createSeries', { body });
}

/**
 * Creates a CSD of the simulated authority and uploads the files. A real CSD is uploaded with the same API
 * operation.
 * @param {DemoState} state
 * @param {Issuer} issuer
 */
async function uploadCertificate({ write }, { rfc, legalName }) {
  const wanted = { kind: 'csd', rfc, legalName };
  const minted = await write('mint', 'createSandboxCertificate', { body: wanted });
  const { certificate, privateKey, passphrase } = minted;
  const csd = { certificate, privateKey, passphrase };
  return write('certificate', 'uploadCertificate', { body: csd });
}

/**
 * Stamps a draft.
 * @param {DemoState} state
 * @param {string} step
 * @param {string} documentRef
 * @returns {Promise<any>} the CFDI
 */
export async function stamp({ demo, write }, step, documentRef) {
  const path = { documentRef };
  await write(step, 'stampCfdi', { path });
  return call(demo, 'getCfdi', { path });
}

/**
 * Writes the files of a document.
 * @returns {Promise<string[]>} the paths of the files, one for each format
 * @param {DemoState} state
 * @param {string} documentRef
 * @param {string} file the path of the file without its extension
 * @param {Format[]} formats
 */
export async function saveFiles({ demo }, documentRef, file, formats) {
  const paths = [];
  for (const format of formats) {
    const saved = `${file}.${format === 'xml' ? 'xml' : 'pdf'}`;
    const path = { documentRef, format };
    writeFileSync(saved, await download(demo, 'downloadDocument', { path }));
    paths.push(saved);
  }
  return paths;
}
