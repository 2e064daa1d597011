// Measures goal P11 of facts/performance.md: printing a stamped CFDI with ten concepts and its QR code. The
// baseline is a page with the same words and the same QR code that plain pdfkit writes with a standard font,
// which is not embedded.
import { generateKeyPairSync } from 'node:crypto';
import { createRequire } from 'node:module';
import { attachTimbre, parseComprobante, qrUrl, seal, signTimbre } from '@timbre/cfdi';
import { qrOf } from '../../services/fiscal-cfdi/test/read-pdf.ts';
import { income } from './documents.mjs';
import { median, report } from './measure.mjs';

const service = createRequire(
  new URL('../../services/fiscal-cfdi/dist/main.js', import.meta.url).pathname,
);
const { default: printInWorker } = service('./print-worker.js');
const { valueSymbol } = service('piscina').Piscina;
/** Runs the code of the printing worker in this thread. */
const print = async (job) => (await printInWorker(job))[valueSymbol];
const PDFDocument = service('pdfkit');
const { create } = service('qrcode');

const sizeMax = 60_000;
const turn = 20;
const turns = 15;

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

/** Builds a stamped document in the form that the database stores. */
function stamped() {
  const signer = {
    privateKey,
    certificateNumber: '30001000000500003416',
    certificateBase64: 'MIIF'.padEnd(2000, 'A'),
  };
  const { xml, sello } = seal(income(10), signer);
  const timbre = {
    uuid: '5F0C1D2E-7A3B-4C5D-9E6F-0A1B2C3D4E5F',
    fechaTimbrado: '2026-11-18T10:16:00',
    rfcProvCertif: 'SPR190613I52',
    selloCfd: sello,
    noCertificadoSat: '30001000000500003456',
  };
  return attachTimbre(xml, signTimbre(timbre, privateKey));
}

/** Runs P11 of facts/performance.md. The bench fails if the PDF is too large or has no QR code. */
export async function benchPrinting() {
  const xml = stamped();
  const { document } = parseComprobante(xml);
  const ours = () => print({ kind: 'cfdi', xml });
  const pdf = await ours();
  if (pdf.length > sizeMax) throw new Error(`P11: ${pdf.length} bytes are more than ${sizeMax}`);
  const { text } = qrOf(pdf);
  if (text !== qrUrl(document)) throw new Error(`P11: the QR reads ${text}`);
  const theirs = () => plainPdf(document, qrUrl(document));
  const plain = await theirs();
  await cpuOf(theirs, turn);
  await cpuOf(ours, turn);
  const pairs = [];
  for (let n = 0; n < turns; n++) pairs.push([await cpuOf(theirs, turn), await cpuOf(ours, turn)]);
  report({
    bench: 'P11 PDF with QR',
    ratio: median(pairs.map(([theirMs, ourMs]) => theirMs / ourMs)),
    must: 1,
    aim: 1.5,
    oursMs: median(pairs.map(([, ourMs]) => ourMs)),
    theirsMs: median(pairs.map(([theirMs]) => theirMs)),
    bytes: pdf.length,
    theirBytes: plain.length,
  });
}

/**
 * Returns the CPU milliseconds of one call, including all threads.
 * @param {() => Promise<unknown>}
 * work
 * @param {number} times
 */
async function cpuOf(work, times) {
  const start = process.cpuUsage();
  for (let n = 0; n < times; n++) await work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000 / times;
}

/**
 * Prints a plain page with pdfkit: the words in sequence, a table of the concepts, and the QR code as single
 * squares.
 */
function plainPdf(document, qrText) {
  return new Promise((resolve, reject) => {
    const pdf = new PDFDocument({ size: 'LETTER', margin: 36 });
    const chunks = [];
    pdf.on('data', (chunk) => chunks.push(chunk));
    pdf.on('error', reject);
    pdf.on('end', () => resolve(Buffer.concat(chunks)));
    pdf.font('Helvetica').fontSize(8);
    for (const [name, value] of headOf(document)) pdf.text(`${name}: ${value}`);
    for (const concepto of document.conceptos) plainRow(pdf, concepto);
    for (const value of tailOf(document)) pdf.text(value, 36, pdf.y, { width: 400 });
    plainQr(pdf, qrText);
    pdf.end();
  });
}

const flat = (value, name) =>
  typeof value === 'string' ? [[name, value]] : Object.entries(value).map(([k, v]) => [k, `${v}`]);

const headOf = ({
  emisor,
  receptor,
  serie,
  folio,
  fecha,
  lugarExpedicion,
  formaPago,
  metodoPago,
}) => [
  ...flat(emisor),
  ...flat(receptor),
  ...Object.entries({ serie, folio, fecha, lugarExpedicion, formaPago, metodoPago }),
];

function tailOf({ subTotal, total, sello, noCertificado, complemento }) {
  const { uuid, fechaTimbrado, selloCfd, selloSat, noCertificadoSat } = complemento.timbre;
  const cadena = `||1.1|${uuid}|${fechaTimbrado}|SPR190613I52|${selloCfd}|${noCertificadoSat}||`;
  return [`${subTotal}`, `${total}`, noCertificado, uuid, sello, selloSat, cadena];
}

function plainRow(
  pdf,
  { claveProdServ, cantidad, claveUnidad, descripcion, valorUnitario, importe },
) {
  const { y } = pdf;
  const cells = [claveProdServ, cantidad, claveUnidad, descripcion, valorUnitario, importe];
  const columns = [36, 100, 150, 200, 430, 500];
  for (const [n, cell] of cells.entries())
    pdf.text(`${cell}`, columns[n], y, { width: n === 3 ? 220 : 64 });
}

function plainQr(pdf, text) {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  pdf
    .save()
    .translate(450, 600)
    .scale(80 / modules.size);
  for (let row = 0; row < modules.size; row++)
    for (let column = 0; column < modules.size; column++)
      if (modules.data[row * modules.size + column]) pdf.rect(column, row, 1, 1);
  pdf.fill('#000000').restore();
}
