/** The marks of a page that show the status of its document. */
export interface Mark {
  readonly legend: string;
  readonly watermark?: string;
  readonly warning?: readonly [headline: string, explanation: string];
}

/** RMF 2.7.1.7 demands these words. */
const printedLegend = 'Este documento es una representación impresa de un CFDI';
const draftLegend = 'BORRADOR – sin validez fiscal';

export function markOf({
  isDraft = false,
  isCanceled = false,
}: {
  readonly isDraft?: boolean;
  readonly isCanceled?: boolean;
}): Mark {
  if (isDraft) {
    return {
      legend: draftLegend,
      watermark: 'BORRADOR',
      warning: [draftLegend, 'Este documento no está timbrado: no ampara ninguna operación.'],
    };
  }
  if (!isCanceled) return { legend: printedLegend };
  return {
    legend: printedLegend,
    watermark: 'CANCELADO',
    warning: ['CANCELADO', 'Este CFDI fue cancelado ante el SAT y dejó de tener efectos fiscales.'],
  };
}
