import { join } from 'node:path';
import express, { type Express } from 'express';
import pino, { type Logger } from 'pino';
import { itemAt } from '@timbre/fiscal';
import { openAuthority, type Signer } from './authority/certificate-authority';
import { authorityRouter, certificateStoreRouter } from './authority/router';
import {
  advancingClock,
  atTheTimeOfRequests,
  requestClock,
  systemClock,
  type AdvancingClock,
  type Clock,
} from './clock';
import { accessLog, unexpectedErrors } from './access-log';
import { listenersOf, type Listeners } from './listeners';
import { finkokRouter } from './finkok/router';
import { massDownloadAdmin } from './mass-download/admin-router';
import { massDownloadRouter, type MassDownloadParts } from './mass-download/router';
import { validStamps } from './portal/derive';
import { recordsOf } from './store/records';
import { portalAdminRouter, portalRouter } from './portal/router';
import { cancellationAdmin } from './sat/admin-router';
import { satRouter } from './sat/router';
import type { CancellationCounter } from './sat/take-cancellation';
import { adminRouter } from './scenarios/admin-router';
import { knobsOf, PACS, type Knobs, type PacName } from './scenarios/knobs';
import { scenarioSwitches } from './scenarios/switches';
import { pacWeather, satWeather } from './scenarios/weather';
import { stamperOf } from './stamping/timbre';
import type { StampingPac } from './stamping/stamp';
import { cancellationStore } from './store/cancellations';
import { certificateRegister } from './store/certificates';
import { confirmationsOf } from './store/confirmations';
import { customIds } from './store/custom-ids';
import { openDatabase, probe, type Database } from './store/database';
import { massDownloadStore } from './store/mass-downloads';
import { sendLog } from './store/sends';
import { settingsOf } from './store/settings';
import { stampStore } from './store/stamps';
import { swRouter } from './sw/router';
import { judge } from './validation/judge';

export interface SimulatorOptions {
  /**
   * The folder in which the simulator stores its state, which is `authority.sqlite` and the authority's
   * keys. The folder is created if it does not exist.
   */
  readonly dataDir: string;
  readonly clock?: Clock;
  /** Returns random numbers in [0, 1), which decide whether a fault with a rate occurs. */
  readonly random?: () => number;
  readonly logger?: Logger;
  /** A name that `/readyz` returns, so that a health check recognizes which process responds. */
  readonly instance?: string;
}

/** A running simulator of the PACs and the SAT. `listen(0)` opens any free port. */
export interface Simulator {
  readonly app: Express;
  readonly clock: AdvancingClock;
  readonly knobs: Knobs;
  readonly listen: Listeners['listen'];
  /** Stops listening, and closes all connections and the database. */
  close(): Promise<void>;
}

/** Opens the state in the folder, and creates the simulated PACs, the SAT and the authority. */
export async function createSimulator(options: SimulatorOptions): Promise<Simulator> {
  const { dataDir, clock: base = systemClock, random = Math.random } = options;
  const logger = options.logger ?? pino({ level: 'silent' });
  const database = openDatabase(dataDir);
  const settings = settingsOf(database);
  const knobs = knobsOf(settings);
  const clock = advancingClock(requestClock(base), settings);
  const authority = await openAuthority(join(dataDir, 'authority'));
  const register = certificateRegister(database);
  const stamps = stampStore(database);
  const sends = sendLog(database);
  const trusted = { authority, register };
  const signers = await Promise.all(PACS.map((pac) => authority.pacSigner(pac)));
  const counter: CancellationCounter = {
    clock,
    database,
    stamps,
    knobs,
    cancellations: cancellationStore(database),
    acuseKey: authority.secret('acuse'),
  };
  const pac = (name: PacName): StampingPac => ({
    name,
    clock,
    database,
    stamps,
    sends,
    knobs,
    random,
    customIds: customIds(database, name),
    confirmations: confirmationsOf(database),
    judge: (read, xml, now) => judge(read, xml, now, trusted),
    stamper: stamperOf(name, itemAt(signers, PACS.indexOf(name))),
  });

  const app = observedApp(database, logger, options.instance);
  const listeners = listenersOf(app, knobs);
  const certificates = { authority, register, pacSigners: signers, clock };
  app.use('/authority', authorityRouter(certificates));
  app.use(scenarioSwitches(settings));
  const records = recordsOf(database);
  const portal = { clock, register, settings, records, secret: authority.secret('portal') };
  const massDownload = massDownloadOf({ ...counter, clock, random, trusted }, base, signers);
  app.use('/portal', satWeather(knobs), portalRouter(portal));
  app.use('/__sim', portalAdminRouter(portal, validStamps(counter)), massDownload.admin);
  app.use('/__sim', cancellationAdmin(counter));
  app.use('/__sim', adminRouter({ ...counter, clock, sends, listeners, records }));
  app.use('/sat', satWeather(knobs), certificateStoreRouter(certificates));
  app.use('/sat', massDownload.services, satRouter(counter));
  const secret = authority.secret('sw');
  const sw = { pac: pac('sw'), counter, trusted, secret, realNow: () => base.now() };
  app.use('/sw', pacWeather('sw', knobs, random), swRouter(sw));
  const finkok = { pac: pac('finkok'), counter, trusted };
  app.use('/finkok', pacWeather('finkok', knobs, random), finkokRouter(finkok));
  app.use(unexpectedErrors(logger));
  const close = async () => {
    await listeners.close();
    database.close();
  };
  return { app, clock, knobs, listen: listeners.listen, close };
}

/** Creates an Express app that logs its requests and reports whether its database responds. */
function observedApp(database: Database, logger: Logger, instance: string | undefined): Express {
  const app = express();
  app.disable('x-powered-by');
  app.use(accessLog(logger));
  app.use(atTheTimeOfRequests);
  app.get(['/healthz', '/readyz'], (_request, response) => {
    probe(database);
    response.json({ status: 'ok', instance });
  });
  return app;
}

/** Creates the SAT's mass download, with the endpoints through which tests and demos add documents. */
function massDownloadOf(
  desk: Omit<MassDownloadParts, 'downloads' | 'secret' | 'realNow'>,
  base: Clock,
  signers: readonly Signer[],
) {
  const { database, stamps, clock, trusted } = desk;
  const { authority } = trusted;
  const downloads = massDownloadStore(database);
  const stamper = stamperOf('sw', itemAt(signers, PACS.indexOf('sw')));
  const secret = authority.secret('mass-download');
  return {
    admin: massDownloadAdmin({ ...trusted, database, stamps, clock, stamper, downloads }),
    services: massDownloadRouter({ ...desk, downloads, secret, realNow: () => base.now() }),
  };
}
