// Imports 50,000 products from a workbook and from a CSV, and measures the time from the upload to the
// last record, the growth of commerce's memory, and the latency of other requests during the import.
import { createHash, randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { strToU8, zipSync } from 'fflate';
import { median, megabytesOf, report } from './measure.mjs';
import { startSystem, withStops } from './system.mjs';

const rows = 50_000;
const secondsMax = 60;
const megabytesMax = 120;
const megabytesAim = 60;
const headings = [
  'sku',
  'code',
  'descripción',
  'precio',
  'IVA',
  'clave SAT',
  'clave unidad',
  'existencia',
];
const rowOf = (/** @type {number} */ n, /** @type {string} */ batch) => [
  `${batch}-${n}`, `C${batch}-${n}`, `Producto número ${n} de la lista`, (n / 100 + 1).toFixed(2), '0.16', '50201706', 'H87', String(n % 90),
]; // prettier-ignore

export const benchImports = () => withStops(measure);

/** @param {import('./system.mjs').Stops} stops */
async function measure(stops) {
  const system = await startSystem(stops);
  const call = caller(system);
  await call('POST', '/v1/locations', { name: 'Centro', postalCode: '42501' });
  // A small import runs before the measurement, because the first import of a process loads the
  // catalogues.
  await imported(call, csvOf(10, 'W'));
  for (const [name, file] of /** @type {const} */ ([
    ['CSV', csvOf(rows, 'A')],
    ['XLSX', xlsxOf(rows, 'B')],
  ])) {
    const pid = system.pidOf('commerce');
    const before = megabytesOf(pid, 'VmRSS');
    writeFileSync(`/proc/${pid}/clear_refs`, '5');
    const answers = askMeanwhile(call);
    const { previewMs, commitMs } = await imported(call, file);
    const { slowestMs, medianMs } = await answers();
    const seconds = (previewMs + commitMs) / 1_000;
    const peakMb = megabytesOf(pid, 'VmHWM');
    report({
      bench: `import of ${rows} products from ${name}, ${secondsMax} s against its time`,
      ratio: secondsMax / seconds,
      must: 1,
      seconds,
      previewMs,
      commitMs,
      slowestMs,
      medianMs,
    });
    report({
      bench: `import of ${rows} products from ${name}, ${megabytesMax} MB against the growth of commerce`,
      ratio: megabytesMax / (peakMb - before),
      must: 1,
      aim: megabytesMax / megabytesAim,
      grownMb: peakMb - before,
      peakMb,
    });
  }
}

/**
 * @param {number} count
 * @param {string} batch
 */
const csvOf = (count, batch) => {
  const lines = Array.from({ length: count }, (_, n) => rowOf(n, batch).join(','));
  return Buffer.from([headings.join(','), ...lines, ''].join('\n'));
};

/**
 * @param {number} count
 * @param {string} batch
 */
function xlsxOf(count, batch) {
  const cell = (/** @type {string} */ text, /** @type {number} */ at) =>
    at < 3 || at === 5 || at === 6 ? `<c t="inlineStr"><is><t>${text}</t></is></c>` : `<c><v>${text}</v></c>`;
  const lines = Array.from({ length: count }, (_, n) => `<row>${rowOf(n, batch).map(cell).join('')}</row>`);
  const head = headings.map((text) => cell(text, 0)).join('');
  const relation = (/** @type {string} */ type, /** @type {string} */ target) =>
    `<Relationships><Relationship Id="r1" Type="x/${type}" Target="${target}"/></Relationships>`;
  const parts = {
    '_rels/.rels': relation('officeDocument', 'xl/workbook.xml'),
    'xl/workbook.xml': '<workbook><sheets><sheet r:id="r1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': relation('worksheet', 's.xml'),
    'xl/s.xml': `<worksheet><sheetData><row>${head}</row>${lines.join('')}</sheetData></worksheet>`,
  };
  const files = Object.entries(parts).map(([name, text]) => [name, strToU8(text)]);
  return Buffer.from(zipSync(Object.fromEntries(files)));
} // prettier-ignore

/**
 * @typedef {(method: string, path: string, body?: object) => Promise<any>} Call a function that calls
 * the API
 */

/**
 * @param {Call} call
 * @param {Buffer} bytes
 */
async function imported(call, bytes) {
  const { fileId, uploadUrl } = await call('POST', '/v1/files/uploads', {
    fileName: 'lista.csv',
    contentType: 'text/csv',
    byteSize: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  });
  await fetch(uploadUrl, { method: 'PUT', body: bytes });
  const startedMs = performance.now();
  const { importId } = await call('POST', '/v1/imports', { kind: 'products', fileId });
  const preview = await leaving(call, importId, 'parsing');
  const previewMs = performance.now() - startedMs;
  if (preview.counts?.create !== preview.rowsTotal) throw new Error(JSON.stringify(preview));
  await call('POST', `/v1/imports/${importId}/commit`);
  const done = await leaving(call, importId, 'committing');
  if (done.results?.created !== done.rowsTotal) throw new Error(JSON.stringify(done));
  return { previewMs, commitMs: performance.now() - startedMs - previewMs };
}

/**
 * @param {Call} call
 * @param {string} importId
 * @param {string} state
 */
async function leaving(call, importId, state) {
  for (;;) {
    const job = await call('GET', `/v1/imports/${importId}`);
    if (job.state !== state) return job;
    await wait(100);
  }
}

/**
 * @param {import('./system.mjs').System} system
 * @returns {Call}
 */
const caller = ({ baseUrl, apiKey }) => async (method, path, body) => {
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', 'idempotency-key': randomUUID() }; // prettier-ignore
  const answer = await fetch(`${baseUrl}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()).data;
}; // prettier-ignore

/**
 * Measures ten reads of commerce per second during the import.
 * @param {Call} call
 */
function askMeanwhile(call) {
  /** @type {number[]} */
  const times = [];
  let isOver = false;
  const asking = (async () => {
    while (!isOver) {
      const startedMs = performance.now();
      await call('GET', '/v1/contacts');
      times.push(performance.now() - startedMs);
      await wait(100);
    }
  })();
  asking.catch(() => undefined);
  return async () => {
    isOver = true;
    await asking;
    return { slowestMs: Math.max(...times), medianMs: median(times) };
  };
}
