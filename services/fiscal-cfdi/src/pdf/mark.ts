import type { BesideXml } from '../domain/files/beside-xml';

/** The marks of a page that show the status of its document. */
export interface Mark {
  readonly legend: string;
  /** Words across every page, below each other. */
  readonly watermarks: readonly string[];
  readonly warning?: readonly [headline: string, explanation: string];
}

/** RMF 2.7.1.7 demands these words. */
const printedLegend = 'Este documento es una representación impresa de un CFDI';
const draftLegend = 'BORRADOR – sin validez fiscal';
const trialLegend = 'PRUEBA – sin validez fiscal';

export function markOf({
  isDraft = false,
  isCanceled = false,
  beside,
}: {
  readonly isDraft?: boolean;
  readonly isCanceled?: boolean;
  readonly beside?: BesideXml;
}): Mark {
  if (isDraft) {
    return {
      legend: draftLegend,
      watermarks: ['BORRADOR'],
      warning:
        beside?.rejection === undefined
          ? [draftLegend, 'Este documento no está timbrado: no ampara ninguna operación.']
          : ['RECHAZADO – sin validez fiscal', beside.rejection],
    };
  }
  if (!isCanceled) return { legend: printedLegend, watermarks: [] };
  return {
    legend: printedLegend,
    watermarks: ['CANCELADO'],
    warning: ['CANCELADO', 'Este CFDI fue cancelado ante el SAT y dejó de tener efectos fiscales.'],
  };
}

/** The marks of a page of a sandbox, where no paper has an effect, whatever else it says of itself. */
export function trialMark<M extends Pick<Mark, 'legend' | 'watermarks'>>(mark: M): M {
  return {
    ...mark,
    legend: `${trialLegend}  ·  ${mark.legend}`,
    watermarks: [...mark.watermarks, 'SIN VALIDEZ FISCAL'],
  };
}

/** The text in the box of a sandbox's ticket. */
export const trialBox = ['PRUEBA', 'Recibo de un ambiente de pruebas, sin validez.'] as const;
