// The demo over the public API: from an empty organization to a stamped CFDI with its XML and PDF.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { call, download } from './api-client.mjs';
import { customer, incomeDraft, issuer, product } from './demo-data.mjs';
import { ensureDir } from './paths.mjs';

/**
 * @typedef {{ baseUrl: string, apiKey: string, organizationId: string }} Demo
 * @typedef {{ documentRef: string, uuid: string, series: string, folio: string,
 *   total: { amount: number, currency: string },
 *   fiscal: { subtotal: number, discount?: number | undefined, ivaTransferred: number } }} Cfdi
 * @typedef {{ cfdi: Cfdi, xml: string, pdf: string }} DemoResult
 */

/**
 * Seeds what is missing and stamps one more invoice. The state records each step's outcome, and each
 * write has a key derived from the state, so the next run continues an interrupted one.
 * @param {Demo} demo @param {string} dir folder of the state and the files
 * @returns {Promise<DemoResult>}
 */
export async function runDemo(demo, dir) {
  const state = openState(ensureDir(dir), demo);
  const write =
    (/** @type {string} */ step, /** @type {string} */ method, /** @type {string} */ path) =>
    (/** @type {unknown} */ body = undefined) =>
      call(demo, method, path, { idempotencyKey: `demo-${state.id}-${step}`, body });

  await state.once('profile', () => write('profile', 'PUT', '/v1/fiscal/profile')(issuer));
  await state.once('certificate', () => uploadCertificate(write));
  await state.once('series', () =>
    write('series', 'POST', '/v1/settings/series')({ code: 'A', kind: 'income', nextFolio: 1 }),
  );
  const { contactId } = await state.once('contact', () =>
    write('contact', 'POST', '/v1/contacts')(customer),
  );
  const { productId } = await state.once('product', () =>
    write('product', 'POST', '/v1/products')(product),
  );
  const number = state.jobs() + 1;
  const { documentRef } = await state.once(`draft-${number}`, () =>
    write(`draft-${number}`, 'POST', '/v1/cfdi')(incomeDraft(contactId, productId)),
  );
  await write(`stamp-${number}`, 'POST', `/v1/cfdi/${documentRef}/stamp`)();
  const cfdi = await call(demo, 'GET', `/v1/cfdi/${documentRef}`);
  const files = { xml: join(dir, `${cfdi.uuid}.xml`), pdf: join(dir, `${cfdi.uuid}.pdf`) };
  for (const [format, file] of Object.entries(files)) {
    writeFileSync(file, await download(demo, `/v1/documents/${documentRef}/files/${format}`));
  }
  state.jobDone();
  return { cfdi, ...files };
}

/** A CSD of the simulated authority; the second call uploads a real CSD as well.
 * @param {(step: string, method: string, path: string) => (body: unknown) => Promise<any>} write */
async function uploadCertificate(write) {
  const { rfc, legalName } = issuer;
  const mint = write('mint', 'POST', '/v1/sandbox/certificates');
  const { certificate, privateKey, passphrase } = await mint({ kind: 'csd', rfc, legalName });
  const upload = write('certificate', 'POST', '/v1/fiscal/certificates');
  return upload({ certificate, privateKey, passphrase });
}

/** @param {string} dir @param {Demo} demo */
function openState(dir, { organizationId }) {
  const file = join(dir, 'state.json');
  const known = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  /** @type {{ organizationId: string, jobs: number, steps: Record<string, any> }} */
  const state =
    known.organizationId === organizationId ? known : { organizationId, jobs: 0, steps: {} };
  const save = () => writeFileSync(file, JSON.stringify(state, null, 2), { mode: 0o600 });
  return {
    id: organizationId,
    jobs: () => state.jobs,
    jobDone() {
      state.jobs += 1;
      save();
    },
    /** @param {string} step @param {() => Promise<any>} work */
    async once(step, work) {
      if (!(step in state.steps)) {
        // The state keeps identifiers only, and above all no private key.
        const { contactId, productId, documentRef } = await work();
        state.steps[step] = { contactId, productId, documentRef };
        save();
      }
      return state.steps[step];
    },
  };
}
