// Imports the XML that a supplier sent, and checks its seals. Give the XML file.
import { readFile } from 'node:fs/promises';
import { createTimbre } from '@timbre/client';

const { API: baseUrl = '', KEY: apiKey = '' } = process.env;
const timbre = createTimbre({ baseUrl, apiKey });
const [file = ''] = process.argv.slice(2);

const xml = await readFile(file);
const { data } = await timbre.importCfdiXml({
  body: { xml: xml.toString('base64') },
  idempotencyKey: 'supplier-invoice-77',
});
const { uuid, counterpartyName, status } = data;
console.log(JSON.stringify({ uuid, counterpartyName, status }));
