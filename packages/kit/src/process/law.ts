import {
  currentLaw,
  LawError,
  lawEnds,
  loadLaw,
  localDateIn,
  nameOf,
  useLaw,
  type LawEnd,
  firstIn,
} from '@timbre/fiscal';
import { differingPeers } from '../grpc/law-agreement';
import { StartError } from '../refusal/start-error';
import type { Logger } from '../telemetry/logger';
import { observeLaw } from '../telemetry/metrics';

export interface LawOfProcess {
  TIMBRE_LAW_FOLDER?: string | undefined;
  TIMBRE_LAW_TRUSTED_KEYS: readonly string[];
  TIMBRE_LAW_TAKES_EXAMPLES: boolean;
}

/**
 * The number of days before the end of a legal rule from which each start of the process logs the
 * rule.
 */
const loggedDays = 45;

/**
 * Loads the law packs of the process before any rule is applied.
 * @throws StartError for a pack that is not trusted or is invalid
 */
export function startLaw(settings: LawOfProcess, logger: Logger): void {
  const { law, warnings } = loaded(settings);
  useLaw(law);
  warnings.forEach((warning) => logger.warn(warning));
  const packs = law.packs.map(nameOf);
  logger.info({ packs, digest: law.digest }, 'law');
  const ending = endsToday().filter(({ daysLeft }) => daysLeft <= loggedDays);
  if (ending.length > 0) {
    const rules = ending.map(({ key, endsOn }) => `${key} ${endsOn}`);
    logger.info({ rules }, `rules of law end in ${firstIn(ending).daysLeft} days`);
  }
  observeLaw(
    () => endsToday().map(({ key, daysLeft }) => ({ rule: key, days: daysLeft })),
    () => differingPeers().length,
  );
}

function loaded(settings: LawOfProcess) {
  try {
    return loadLaw({
      folder: settings.TIMBRE_LAW_FOLDER,
      trustedKeys: settings.TIMBRE_LAW_TRUSTED_KEYS,
      takesExamples: settings.TIMBRE_LAW_TAKES_EXAMPLES,
    });
  } catch (error) {
    if (error instanceof LawError) throw new StartError(error.message);
    throw error;
  }
}

const endsToday = (): LawEnd[] => lawEnds(localDateIn(Date.now(), 'America/Mexico_City'));

/**
 * Returns the law packs of this process in the format of `/readyz`, with the processes that have
 * different packs.
 */
export function lawFacts(): object {
  const { packs, digest } = currentLaw();
  const [first] = endsToday();
  const differing = differingPeers();
  return {
    law: {
      packs: packs.map(nameOf),
      digest,
      ...(first ? { endsInDays: first.daysLeft } : {}),
      ...(differing.length > 0 ? { differing } : {}),
    },
  };
}
