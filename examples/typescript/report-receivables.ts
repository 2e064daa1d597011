// Lists all customers with a balance, and saves the statement of each as a PDF.
import { writeFile } from 'node:fs/promises';
import { createTimbre } from '@timbre/client';

const { API: baseUrl = '', KEY: apiKey = '' } = process.env;
const timbre = createTimbre({ baseUrl, apiKey });

for await (const { customerId, total, currency, openDocuments } of timbre.each.listReceivables()) {
  const path = { contactId: customerId };
  const statement = await timbre.files.getContactStatement({ path, query: { format: 'pdf' } });
  await writeFile(`statement-${customerId}.pdf`, Buffer.from(await statement.arrayBuffer()));
  console.log(JSON.stringify({ customerId, total, currency, openDocuments }));
}
