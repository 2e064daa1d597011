import { createHash, randomInt } from 'node:crypto';
import { created, dataOf, type Api, type OwnDeployment } from '@timbre/testkit/client';
import { documented } from '../documented';
import { until } from '../until';
import { startProductionDeployment } from '../production';

/** An organization in production with its FIEL, and the authority simulator that acts as the SAT. */
export interface SatTaxpayer {
  api: Api;
  rfc: string;
  authorityUrl: string;
  /** Sends JSON to the test endpoints of the simulator. */
  sim<T>(method: string, path: string, body?: object): Promise<T>;
}

function newRfc(): string {
  const digits = String(randomInt(99)).padStart(2, '0');
  const letter = () => String.fromCharCode(65 + randomInt(26));
  return `${letter()}${letter()}${letter()}990101${letter()}${digits[0]}${digits[1]}`;
}

/**
 * Creates a taxpayer in production with its own RFC.
 * @param options deployment: a production deployment; the default is the deployment that all tests share
 */
export async function satTaxpayer({
  hasFiel = true,
  deployment,
  rfc = newRfc(),
}: { hasFiel?: boolean; deployment?: OwnDeployment; rfc?: string } = {}): Promise<SatTaxpayer> {
  const { authorityUrl, organization } = deployment ?? (await startProductionDeployment());
  const api = await documented(await organization());
  const legalName = 'EMPRESA DE PRUEBA';
  const profile = { rfc, legalName, taxSystem: '601', postalCode: '06000' };
  await dataOf(api.request('PUT', '/v1/fiscal/profile', { body: profile }));
  const sim = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const answer = await fetch(`${authorityUrl}${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(await answer.text());
    return (await answer.json()) as T;
  };
  if (hasFiel) {
    const minted = await sim<Record<string, string>>('POST', '/authority/certificates', {
      kind: 'fiel',
      rfc,
      legalName,
    });
    const { certificate, privateKey, passphrase } = minted;
    const body = { certificate, privateKey, passphrase };
    await created(api, '/v1/fiscal/certificates', body);
  }
  return { api, rfc, authorityUrl, sim };
}

/**
 * Adds a paid declaration for a month of 2026 to the simulated portal of the SAT.
 * @returns the operation number of the declaration
 */
export async function filedDeclaration(
  { rfc, sim }: SatTaxpayer,
  more: object = {},
): Promise<string> {
  const { operationNumber } = await sim<{ operationNumber: string }>(
    'POST',
    '/__sim/declarations',
    {
      rfc,
      legalName: 'EMPRESA DE PRUEBA',
      fiscalYear: 2026,
      period: 'Enero',
      periodicity: 'Mensual',
      filedAt: '2026-02-17T10:00',
      concepts: [
        { name: 'ISR personas morales', charged: 17060, amountCharged: 17060, amountToPay: 17060 },
        { name: 'Impuesto al Valor Agregado. Personas morales', inFavor: 115864 },
        { name: 'ISR retenciones por salarios', charged: 12168, amountToPay: 12168 },
      ],
      paid: { amount: 29228, on: '2026-02-17' },
      ...more,
    },
  );
  return operationNumber;
}

interface Sync {
  syncId: string;
  state: string;
  sources: { state: string; error?: { code: string } }[];
}

/**
 * Starts a synchronization, and waits until the synchronization has finished or is waiting for the SAT.
 */
export async function synchronized(
  { api }: SatTaxpayer,
  body: object,
  isOver = ({ state }: Sync): boolean => !['queued', 'running'].includes(state),
): Promise<Sync> {
  const { syncId } = await created(api, '/v1/sat/syncs', body);
  return until(
    60_000,
    async () =>
      (await dataOf(api.request('GET', `/v1/sat/syncs/${String(syncId)}`))) as unknown as Sync,
    isOver,
  );
}

/**
 * Uploads a PDF.
 * @returns the fileId
 */
export async function uploadedPdf(api: Api, bytes: Uint8Array): Promise<string> {
  const { fileId, uploadUrl } = await created(api, '/v1/files/uploads', {
    fileName: 'documento.pdf',
    contentType: 'application/pdf',
    byteSize: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  });
  const put = await fetch(uploadUrl as string, { method: 'PUT', body: Uint8Array.from(bytes) });
  if (put.status !== 200) throw new Error(`the upload was answered ${put.status}`);
  return fileId as string;
}

/**
 * Enables the taxpayer to stamp documents and answer cancellation requests: with a CSD, and series A for
 * income.
 */
export async function withCsd({ api, rfc, sim }: SatTaxpayer): Promise<void> {
  const minted = await sim<Record<string, string>>('POST', '/authority/certificates', {
    kind: 'csd',
    rfc,
    legalName: 'EMPRESA DE PRUEBA',
  });
  const { certificate, privateKey, passphrase } = minted;
  await created(api, '/v1/fiscal/certificates', { certificate, privateKey, passphrase });
  await created(api, '/v1/settings/series', { code: 'A', kind: 'income' });
}

/**
 * An item of 99,064.64 pesos. The simulated receiver of a CFDI with this total does not answer a
 * cancellation request within three days.
 */
const silentItem = {
  kind: 'custom',
  description: 'Consultoría',
  quantity: 1,
  unitPrice: 85_400.55,
  satProductCode: '81111508',
  satUnitCode: 'HUR',
  taxability: 'standard',
  taxRate: 0.16,
};

/**
 * Creates a CFDI between two organizations whose cancellation the issuer has requested.
 * @param options hasXml: whether the receiver has the XML; the default is true
 * @returns the UUID and the document reference of the CFDI
 */
export async function canceledByIssuer(
  issuer: SatTaxpayer,
  receiver: SatTaxpayer,
  { hasXml = true }: { hasXml?: boolean } = {},
): Promise<{ uuid: string; documentRef: string }> {
  const { contactId } = await created(issuer.api, '/v1/contacts', {
    kind: 'customer',
    legalName: 'EMPRESA DE PRUEBA',
    rfc: receiver.rfc,
    taxSystem: '601',
    address: { postalCode: '06000', country: 'MEX' },
    cfdiUse: 'G03',
  });
  const { documentRef } = await created(issuer.api, '/v1/cfdi', {
    kind: 'income',
    customerId: contactId,
    cfdiUse: 'G03',
    items: [silentItem],
    payment: { timing: 'single_payment', formCode: '03' },
  });
  const path = `/v1/cfdi/${documentRef as string}`;
  const { uuid } = await dataOf(issuer.api.request('POST', `${path}/stamp`));
  const file = `/v1/documents/${documentRef as string}/files/xml`;
  const { bytes } = await issuer.api.request('GET', file);
  if (hasXml) await created(receiver.api, '/v1/cfdi/imports', { xml: bytes.toString('base64') });
  const body = { motive: '02' };
  const ask = async () => issuer.api.request('POST', `${path}/cancel`, { body });
  // The test repeats the request until it is accepted, because the SAT may not have the new stamp yet.
  await until(60_000, ask, ({ status }) => status === 202);
  return { uuid: uuid as string, documentRef: documentRef as string };
}

/**
 * Reads the cancellation requests that an organization has received, after the service has queried the
 * PAC.
 */
export async function cancellationRequestsOf({ api }: Pick<SatTaxpayer, 'api'>, query = '') {
  const ask = () => api.request('GET', `/v1/cfdi/cancellation-requests${query}`);
  // While the service queries the PAC, it responds with 503, and the client must repeat the request.
  const answer = await until(30_000, ask, ({ status }) => status !== 503);
  return dataOf(Promise.resolve(answer));
}

/** Reads a PDF directly from the simulator. */
export async function simulatedPdf({ authorityUrl }: SatTaxpayer, path: string): Promise<Buffer> {
  return Buffer.from(await (await fetch(`${authorityUrl}/__sim/${path}`)).arrayBuffer());
}
