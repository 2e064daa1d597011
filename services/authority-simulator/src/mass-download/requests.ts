import { randomUUID } from 'node:crypto';
import type { AdvancingClock } from '../clock';
import { centralTime } from '../clock';
import { currentCancellation, type CancellationDesk } from '../sat/cancellation';
import { turnedFor } from '../scenarios/catalogue';
import type { Knobs } from '../scenarios/knobs';
import { transaction, type Database } from '../store/database';
import { packageIds, type MassDownload, type MassDownloadStore } from '../store/mass-downloads';
import type { Stamp } from '../store/stamps';

/** The dependencies that the four services of the mass download share. */
export interface MassDownloadDesk extends CancellationDesk {
  readonly clock: AdvancingClock;
  readonly database: Database;
  readonly knobs: Knobs;
  readonly downloads: MassDownloadStore;
  readonly random: () => number;
}

export interface Answer {
  readonly code: string;
  readonly message: string;
}

/**
 * The kind of documents that a service of the mass download handles. The SAT has one service for CFDI and
 * another service for withholding documents.
 */
export type Family = Stamp['document']['family'];

export interface Asked {
  readonly family: Family;
  readonly rfc: string;
  readonly direction: MassDownload['direction'];
  readonly type: MassDownload['type'];
  /** The start of the period as a local time without a time zone; empty for a request by folio. */
  readonly from: string;
  readonly to: string;
  readonly folio: string;
  readonly issuerRfc: string;
  readonly receiverRfcs: readonly string[];
  readonly documentType: string;
  readonly status: string;
}

const LIFE_USES_MAX = 2;
/** A package can be downloaded for three days. After three days the request expires. */
const LIFE_SECONDS = 72 * 3_600;
const PERIOD = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/;

const ACCEPTED: Answer = { code: '5000', message: 'Solicitud Aceptada' };

/**
 * Returns the knobs for the mass downloads of a taxpayer. The scenario of the taxpayer's RFC takes
 * precedence over the common knobs.
 */
export const knobsFor = ({ knobs }: Pick<MassDownloadDesk, 'knobs'>, rfc: string) => ({
  ...knobs.massDownload(),
  ...turnedFor(rfc),
});

/** Stores a download request and counts it permanently, unless the request is refused. */
export function requestDownload(
  desk: MassDownloadDesk,
  asked: Asked,
): Answer & { readonly id?: string } {
  const knobs = knobsFor(desk, asked.rfc);
  if (desk.random() < knobs.error404Rate) return { code: '404', message: 'Error no Controlado' };
  if (desk.random() < knobs.error5006Rate)
    return { code: '5006', message: 'Error interno en el proceso' };
  const refusal = refusalOf(asked, desk.clock.now());
  if (refusal) return refusal;
  const tuple = tupleOf(asked);
  return transaction(desk.database, () => {
    if (desk.downloads.ofTuple(tuple).some((one) => isAlive(desk, one)))
      return { code: '5005', message: 'Ya se encuentra registrada una solicitud' };
    if (desk.downloads.uses(tuple) >= LIFE_USES_MAX)
      return { code: '5002', message: 'Se han agotado las solicitudes de por vida' };
    const uuids = documentsOf(desk, asked);
    const id = randomUUID();
    desk.downloads.use(tuple, asked.rfc);
    desk.downloads.add({
      id,
      rfc: asked.rfc,
      tuple,
      direction: asked.direction,
      type: asked.type,
      from: asked.from,
      to: asked.to,
      requestedAt: desk.clock.now(),
      uuids,
      isOver: uuids.length > knobs.limitDocuments,
      isEmpty: knobs.emptyRequests || uuids.length === 0,
      isStuck: knobs.stuckRequests,
      packageSize: knobs.packageSize,
    });
    return { ...ACCEPTED, id };
  });
}

/**
 * Returns the text (period, issuer and receiver) by which the SAT counts equal download requests. Requests
 * that differ only in other filters have the same text.
 */
const tupleOf = ({ direction, type, from, to, folio, rfc, family, ...asked }: Asked): string =>
  [
    rfc,
    direction,
    type,
    from,
    to,
    folio,
    asked.issuerRfc,
    asked.receiverRfcs.join(),
    ...(family === 'cfdi' ? [] : [family]),
  ].join(' ');

/**
 * Returns the kind of documents of the service at which a request was made. The CFDI service does not find
 * requests of the withholding service, and vice versa.
 */
const serviceOf = ({ tuple }: MassDownload): Family =>
  tuple.endsWith(' retenciones') ? 'retenciones' : 'cfdi';

/** The shortest period that the SAT accepts, in seconds. */
const secondsMin = 2;

function refusalOf(
  { direction, type, from, to, status, family }: Asked,
  now: Date,
): Answer | undefined {
  const malformed = (message: string) => ({ code: '301', message: `XML Mal Formado:${message}` });
  if (direction === 'folio') return undefined;
  if (type !== 'CFDI' && type !== 'Metadata') return malformed('TipoSolicitud no es válido.');
  // Metadata of withholding documents are refused, because no public source documents their columns.
  if (family === 'retenciones' && type === 'Metadata')
    return malformed('El simulador no da metadatos de retenciones.');
  if (!PERIOD.test(from) || !PERIOD.test(to)) return malformed('La fecha no es válida.');
  const seconds = (Date.parse(`${to}Z`) - Date.parse(`${from}Z`)) / 1_000;
  if (!(seconds >= secondsMin)) return malformed('La fecha inicial no es menor que la final.');
  const oldest = `${Number(centralTime(now).slice(0, 4)) - 6}${centralTime(now).slice(4, 10)}`;
  if (from.slice(0, 10) < oldest) return malformed('La fecha inicial es anterior a seis años.');
  if (direction === 'received' && type === 'CFDI' && status !== 'Vigente')
    return malformed(
      'La solicitud de descarga no es válida. ' +
        'No se permite la descarga de xml que se encuentren cancelados.',
    );
  return undefined;
}

function documentsOf(desk: MassDownloadDesk, asked: Asked): string[] {
  const now = desk.clock.now();
  const { rfc, direction, type, status, documentType } = asked;
  const isAsked = (stamp: Stamp): boolean => {
    const { document, satVisibleAt } = stamp;
    if (document.family !== asked.family || now < satVisibleAt) return false;
    if (asked.issuerRfc && document.issuerRfc !== asked.issuerRfc) return false;
    if (asked.receiverRfcs.length > 0 && !asked.receiverRfcs.includes(document.receiverRfc))
      return false;
    if (documentType && document.type !== documentType) return false;
    if (document.issuedAt < asked.from || document.issuedAt > asked.to) return false;
    const isCanceled = canceledAt(desk, stamp.uuid) !== undefined;
    if (status === 'Vigente' || (direction === 'received' && type === 'CFDI')) return !isCanceled;
    return status === 'Cancelado' ? isCanceled : true;
  };
  if (direction === 'folio') {
    const stamp = desk.stamps.byUuid(asked.folio);
    const parties = [stamp?.document.issuerRfc, stamp?.document.receiverRfc];
    const isHere = stamp?.document.family === asked.family;
    return isHere && parties.includes(rfc) ? [stamp.uuid] : [];
  }
  const own = direction === 'issued' ? desk.stamps.ofIssuer(rfc) : desk.stamps.ofReceiver(rfc);
  const chosen = own.filter(isAsked);
  return chosen
    .toSorted((a, b) => (a.document.issuedAt < b.document.issuedAt ? -1 : 1))
    .map(({ uuid }) => uuid);
}

/** Returns the time at which a document was canceled; undefined while it is valid. */
export function canceledAt(desk: CancellationDesk, uuid: string): Date | undefined {
  const cancellation = currentCancellation(desk, uuid);
  return cancellation?.state.startsWith('canceled') ? cancellation.decidedAt : undefined;
}

const ageSeconds = (desk: MassDownloadDesk, { requestedAt }: MassDownload): number =>
  (desk.clock.now().getTime() - requestedAt.getTime()) / 1_000;

/**
 * Returns EstadoSolicitud, which is 1 accepted, 2 in progress, 3 finished, 4 error, 5 rejected or 6
 * expired.
 */
function stateOf(desk: MassDownloadDesk, request: MassDownload): number {
  const { acceptSeconds, processSeconds } = knobsFor(desk, request.rfc);
  const age = ageSeconds(desk, request);
  if (request.isStuck || age < acceptSeconds) return 1;
  if (age < acceptSeconds + processSeconds) return 2;
  if (request.isOver || request.isEmpty) return 5;
  return age > LIFE_SECONDS ? 6 : 3;
}

const isAlive = (desk: MassDownloadDesk, request: MassDownload): boolean =>
  stateOf(desk, request) <= 2;

export interface Verification extends Answer {
  readonly state: number;
  /** The SAT attribute CodigoEstadoSolicitud; absent for an unknown request. */
  readonly stateCode?: string;
  readonly count: number;
  readonly packages: readonly string[];
}

export function verifyDownload(
  desk: MassDownloadDesk,
  { rfc, family }: { rfc: string; family: Family },
  id: string,
): Verification {
  const request = desk.downloads.find(id);
  const nothing = { count: 0, packages: [] };
  if (!request || request.rfc !== rfc || serviceOf(request) !== family)
    return { code: '5004', message: 'No se encontró la información', state: 0, ...nothing };
  const state = stateOf(desk, request);
  if (state === 5)
    return { ...ACCEPTED, state, stateCode: request.isOver ? '5003' : '5004', ...nothing };
  if (state !== 3) return { ...ACCEPTED, state, stateCode: '5000', ...nothing };
  const isUnknown = knobsFor(desk, rfc).unknownState;
  const [count, packages] = [request.uuids.length, packageIds(request)];
  return { ...ACCEPTED, state: isUnknown ? 7 : 3, stateCode: '5000', count, packages };
}

const DOWNLOADS_MAX = 2;

export interface OpenedPackage extends Answer {
  readonly request?: MassDownload;
  readonly stamps?: Stamp[];
}

/**
 * Counts a download of a package and returns its documents, or the code with which the download is refused.
 */
export function openPackage(
  desk: MassDownloadDesk,
  { rfc, family }: { rfc: string; family: Family },
  packageId: string,
): OpenedPackage {
  const [id = ''] = packageId.toLowerCase().split('_');
  const request = desk.downloads.find(id);
  const position = request ? packageIds(request).indexOf(packageId.toUpperCase()) : -1;
  if (!request || request.rfc !== rfc || serviceOf(request) !== family || position < 0)
    return { code: '5004', message: 'No se encontró la información' };
  if (stateOf(desk, request) !== 3)
    return { code: '5007', message: 'El paquete solicitado no existe' };
  if (desk.downloads.downloads(packageId.toUpperCase()) >= DOWNLOADS_MAX)
    return { code: '5008', message: 'Máximo de descargas permitidas' };
  desk.downloads.download(packageId.toUpperCase(), rfc);
  const { packageSize } = request;
  const own = request.uuids.slice(position * packageSize, (position + 1) * packageSize);
  const stamps = own.flatMap((uuid) => desk.stamps.byUuid(uuid) ?? []);
  return { ...ACCEPTED, request, stamps };
}
