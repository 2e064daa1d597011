import type { DraftInput } from './draft';
import type { Issue } from '@timbre/fiscal';

interface Series {
  id: string;
  kind: string;
  active: boolean;
}

/** The series and folio of a document that was sealed before. */
interface Numbered {
  folio?: number | null | undefined;
  seriesId?: string | null | undefined;
}

/**
 * Checks the series that a draft uses.
 * - series_not_found: in `missing`
 * - series_kind: the series is for another kind of document
 * - series_inactive
 * - series_fixed: the document already has its folio, so its series cannot change
 */
export function seriesChoice(
  { seriesId, kind }: Pick<DraftInput, 'seriesId' | 'kind'>,
  series: Series | undefined,
  current: Numbered = {},
): { missing: Issue[]; issues: Issue[] } {
  if (seriesId === undefined) return { missing: [], issues: [] };
  const at = (code: string, message: string): Issue[] => [{ path: ['seriesId'], code, message }];
  if (!series) {
    const message = 'No series with this identifier exists in your organization.';
    return { missing: at('series_not_found', message), issues: [] };
  }
  const issues: Issue[] = [];
  if (series.kind !== kind) {
    issues.push(...at('series_kind', `The series numbers documents of kind ${series.kind}.`));
  }
  const isNumbered = current.folio != null;
  if (!series.active && !isNumbered) {
    issues.push(...at('series_inactive', 'The series is not active.'));
  }
  if (isNumbered && series.id !== current.seriesId) {
    const message = 'The document already has a folio and keeps its series.';
    issues.push(...at('series_fixed', message));
  }
  return { missing: [], issues };
}
