import { paperWords, type PaperLanguage, type PaperWords } from '@timbre/fiscal';
import type { BesideXml } from '../domain/files/beside-xml';

/** The marks on a page that show the status of the document, such as a watermark. */
export interface Mark {
  readonly legend: string;
  /** The watermarks across every page, one below the other. */
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

/**
 * Returns the legend of a printed document. RMF 2.7.1.7 requires the legend in Spanish, even if the
 * document is in another language.
 */
const printedLegend = (language: PaperLanguage): string =>
  paperWords(language === 'es' ? 'es' : 'es-en').mark.printed;

/**
 * Adds the sandbox mark to the other marks of a page, because documents of a sandbox have no legal effect.
 */
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
