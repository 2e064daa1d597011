import { z } from 'zod';

const url = z.url({ protocol: /^https?$/ });

/** The settings of sat-sync that are not common to all services; `.env.example` documents them. */
export const satSyncSettings = {
  TIMBRE_SAT_DOWNLOAD_URL: url,
  TIMBRE_SAT_PACKAGES_URL: url,
  TIMBRE_SAT_WITHHOLDINGS_DOWNLOAD_URL: url,
  TIMBRE_SAT_WITHHOLDINGS_PACKAGES_URL: url,
  /**
   * The waiting times in seconds between the polls of a request, separated by commas; the last
   * value repeats.
   */
  TIMBRE_SAT_POLL_SECONDS: z
    .string()
    .regex(/^\d{1,5}(,\d{1,5})*$/)
    .default('60,120,300,600,1200,1800')
    .transform((text) => text.split(',').map(Number)),
  /**
   * The address of a simulator, which is set only if the simulator replaces the SAT's portals and
   * lists.
   */
  TIMBRE_SAT_PORTALS_URL: url.optional(),
  TIMBRE_SAT_PORTAL_SEARCH_PATH: z.string().startsWith('/').default('/Consulta/Consulta'),
  /** The minimum time between two requests of one portal session, in milliseconds. */
  TIMBRE_SAT_PORTAL_PACE_MS: z.coerce.number().int().min(0).max(60_000).default(1_000),
};

/** The addresses of the SAT (facts: sat-sync-reports B.1, D.1 to D.3, read 2026-11-23). */
const sat = {
  declarations: 'https://pstcdypisr.clouda.sat.gob.mx/',
  opinion: 'https://ptsc32d.clouda.sat.gob.mx/?/reporteOpinion32DContribuyente',
  constancia: 'https://rfcampc.siat.sat.gob.mx/',
  constanciaLogin: 'https://login.siat.sat.gob.mx/nidp/idff/sso?id=fiel_Aviso',
  qr: 'https://siat.sat.gob.mx/app/qr/faces/pages/mobile/validadorqr.jsf',
  lists: 'http://omawww.sat.gob.mx/cifras_sat/Documents/',
};

/** Returns the addresses of the SAT's portals and lists, or the addresses of the simulator. */
export function satAddresses(settings: {
  TIMBRE_SAT_PORTALS_URL?: string | undefined;
  TIMBRE_SAT_PORTAL_SEARCH_PATH: string;
}): typeof sat & { searchPath: string } {
  const { TIMBRE_SAT_PORTALS_URL: simulated, TIMBRE_SAT_PORTAL_SEARCH_PATH: searchPath } = settings;
  if (simulated === undefined) return { ...sat, searchPath };
  const at = (path: string) => `${simulated.replace(/\/$/, '')}/${path}`;
  return {
    declarations: at('declaraciones/'),
    opinion: at('opinion/'),
    constancia: at('constancia/'),
    constanciaLogin: at('login/nidp/idff/sso?id=fiel_Aviso'),
    qr: at('qr/faces/pages/mobile/validadorqr.jsf'),
    lists: at('cifras_sat/Documents/'),
    searchPath,
  };
}
