// Stores the certificate of the simulated authority in the CA bundle of fiscal-cfdi.
import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const { TIMBRE_AUTHORITY_URL: url, TIMBRE_CA_BUNDLE_FILE: file } = process.env;
const deadline = Date.now() + 60_000;
for (;;) {
  // If a request got no answer, it is sent again.
  const response = await fetch(`${url}/authority/ca.pem`).catch(() => undefined);
  if (response?.ok) {
    writeFileSync(file, await response.text());
    break;
  }
  if (Date.now() > deadline) throw new Error(`${url}/authority/ca.pem does not answer`);
  await sleep(500);
}
