import type { PacCertificates } from '@timbre/cfdi';
import {
  localKms,
  secretBox,
  secretSettings,
  serviceSettings,
  StartError,
  type Lifetime,
} from '@timbre/kit';
import { z } from 'zod';
import type { StampPrice } from './domain/stamping/stamp-price';
import { importReader } from './providers/import-reader';
import { pacsSettings } from './providers/pac-settings';
import { createPacs } from './providers/pacs';
import { createSatStatus } from './providers/sat-status/client';
import { smtpMailer } from './providers/smtp';
import {
  documentAuthorities,
  pacCertificates,
  type PacCertificateSources,
} from './providers/trusted-authorities';

const url = z.url({ protocol: /^https?$/ });

/**
 * The settings of fiscal-cfdi in addition to the settings of every service; `.env.example` documents them.
 */
export const fiscalSettings = {
  ...secretSettings,
  TIMBRE_CA_BUNDLE_FILE: z.string().min(1).optional(),
  TIMBRE_PAC_CERTIFICATES: z.string().min(1).optional(),
  TIMBRE_AUTHORITY_URL: url.optional(),
  TIMBRE_STAMP_PRICE_MINOR: z.coerce.number().int().min(0).max(1_000_000).default(0),
  TIMBRE_TOP_UP_URL: z.url().optional(),
  TIMBRE_SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  TIMBRE_MAIL_FROM: z.email().optional(),
  TIMBRE_PACS: pacsSettings,
  TIMBRE_SAT_STATUS_URL: url,
  TIMBRE_SAT_WITHHOLDINGS_URL: url,
};

/**
 * The settings that name the certificates of the known PACs. Operator commands need only the settings for
 * PAC certificates.
 */
export const pacCertificateSettings = {
  TIMBRE_ENVIRONMENT: serviceSettings.TIMBRE_ENVIRONMENT,
  TIMBRE_CA_BUNDLE_FILE: fiscalSettings.TIMBRE_CA_BUNDLE_FILE,
  TIMBRE_PAC_CERTIFICATES: fiscalSettings.TIMBRE_PAC_CERTIFICATES,
};

type Read<Shape extends z.ZodRawShape> = z.output<z.ZodObject<Shape>>;

/**
 * Returns the sources of the PACs' certificates. A sandbox does not verify the certificate chain, because
 * the authority of the PACs' test certificates is not public.
 */
const pacSourcesOf = (settings: Read<typeof pacCertificateSettings>): PacCertificateSources => ({
  bundle: settings.TIMBRE_CA_BUNDLE_FILE,
  added: settings.TIMBRE_PAC_CERTIFICATES,
  isChained: settings.TIMBRE_ENVIRONMENT === 'production',
});

/** @throws StartError if a file contains no usable certificate */
export function knownPacs(settings: Read<typeof pacCertificateSettings>): PacCertificates {
  try {
    return pacCertificates(pacSourcesOf(settings));
  } catch (error) {
    throw new StartError(`Configuration is not usable: ${(error as Error).message}`);
  }
}

/** The settings of the providers that ask PACs and the SAT, which an operator command needs too. */
export const authoritySettings = {
  ...pacCertificateSettings,
  TIMBRE_ENCRYPTION_KEY_FILE: fiscalSettings.TIMBRE_ENCRYPTION_KEY_FILE,
  TIMBRE_AUTHORITY_URL: fiscalSettings.TIMBRE_AUTHORITY_URL,
  TIMBRE_PACS: fiscalSettings.TIMBRE_PACS,
  TIMBRE_SAT_STATUS_URL: fiscalSettings.TIMBRE_SAT_STATUS_URL,
  TIMBRE_SAT_WITHHOLDINGS_URL: fiscalSettings.TIMBRE_SAT_WITHHOLDINGS_URL,
};

/** Opens the clients of the PACs and the SAT, and the reader that verifies documents of other origins. */
export function openAuthorities(
  settings: Read<typeof authoritySettings>,
  { closes }: Pick<Lifetime, 'closes'>,
) {
  const secrets = secretBox(localKms(settings.TIMBRE_ENCRYPTION_KEY_FILE));
  const pacCertificate = knownPacs(settings);
  const isSandbox = settings.TIMBRE_ENVIRONMENT === 'sandbox';
  const simulatorUrl = isSandbox ? settings.TIMBRE_AUTHORITY_URL : undefined;
  const access = { secrets, pacCertificate, simulatorUrl };
  const { pacs, clock, close } = createPacs(settings.TIMBRE_PACS, access, Date.now);
  closes('pacs', close);
  const satStatus = createSatStatus({
    cfdi: settings.TIMBRE_SAT_STATUS_URL,
    withholding: settings.TIMBRE_SAT_WITHHOLDINGS_URL,
    simulator: simulatorUrl,
  });
  closes('sat status', () => satStatus.close());
  const pacSources = pacSourcesOf(settings);
  const reader = importReader(pacSources, documentAuthorities(pacSources, pacCertificate));
  closes('import reader', () => reader.close());
  return { secrets, simulatorUrl, pacs, clock, satStatus, importReader: reader };
}

type Own = Read<typeof fiscalSettings>;

/** @throws StartError if the deployment charges for stamps but has no top-up page */
export function stampPriceOf({
  TIMBRE_STAMP_PRICE_MINOR: amountMinor,
  TIMBRE_TOP_UP_URL: topUpUrl,
}: Pick<Own, 'TIMBRE_STAMP_PRICE_MINOR' | 'TIMBRE_TOP_UP_URL'>): StampPrice | undefined {
  if (amountMinor === 0) return undefined;
  if (topUpUrl !== undefined) return { amountMinor, topUpUrl };
  throw new StartError(
    'Configuration is not usable: TIMBRE_STAMP_PRICE_MINOR needs TIMBRE_TOP_UP_URL',
  );
}

/**
 * Returns the mailer; undefined if the deployment has no mail server.
 * @throws StartError if only one of TIMBRE_SMTP_URL and TIMBRE_MAIL_FROM is given
 */
export function mailerOf({
  TIMBRE_SMTP_URL: url,
  TIMBRE_MAIL_FROM: from,
}: Pick<Own, 'TIMBRE_SMTP_URL' | 'TIMBRE_MAIL_FROM'>) {
  if (url === undefined && from === undefined) return undefined;
  if (url !== undefined && from !== undefined) return smtpMailer(url, from);
  throw new StartError(
    'Configuration is not usable: TIMBRE_SMTP_URL and TIMBRE_MAIL_FROM must both be set',
  );
}
