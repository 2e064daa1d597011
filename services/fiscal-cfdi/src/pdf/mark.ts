import { paperWords, type PaperLanguage, type PaperWords } from '@timbre/fiscal';
import type { BesideXml } from '../domain/files/beside-xml';

/** The marks of a page that show the status of its document. */
export interface Mark {
  readonly legend: string;
  /** Words across every page, below each other. */
  readonly watermarks: readonly string[];
  readonly warning?: readonly [headline: string, explanation: string];
}

interface Marked {
  readonly isDraft?: boolean;
  readonly isCanceled?: boolean;
  readonly beside?: BesideXml;
  readonly language?: PaperLanguage;
}

export function markOf({
  isDraft = false,
  isCanceled = false,
  beside,
  language = 'es',
}: Marked): Mark {
  const { mark: words } = paperWords(language);
  if (isDraft) {
    return {
      legend: words.draftLegend,
      watermarks: [words.draft],
      warning:
        beside?.rejection === undefined
          ? [words.draftLegend, words.unstamped]
          : [words.refused, beside.rejection],
    };
  }
  const legend = printedLegend(language);
  if (!isCanceled) return { legend, watermarks: [] };
  const warning = [words.canceled, words.canceledMeans] as const;
  return { legend, watermarks: [words.canceled], warning };
}

/** RMF 2.7.1.7 demands the Spanish words, in a paper of any language. */
const printedLegend = (language: PaperLanguage): string =>
  paperWords(language === 'es' ? 'es' : 'es-en').mark.printed;

/** The marks of a page of a sandbox, where no paper has an effect, whatever else it says of itself. */
export function trialMark<M extends Pick<Mark, 'legend' | 'watermarks'>>(
  mark: M,
  { mark: words }: PaperWords,
): M {
  return {
    ...mark,
    legend: `${words.trialLegend}  ·  ${mark.legend}`,
    watermarks: [...mark.watermarks, words.trial],
  };
}
