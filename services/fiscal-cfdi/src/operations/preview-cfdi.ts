import type { fiscalCfdi } from '@timbre/contract';
import { listedIssues, query } from '@timbre/kit';
import { atLocation } from '../domain/drafting/draft-location';
import { profileAt } from '../domain/drafting/document-header';
import { judgeDraftOn } from '../domain/drafting/draft-issues';
import { draftPreview } from '../domain/drafting/preview';
import { resolveDraft } from '../domain/drafting/resolve-draft';
import { seriesChoice } from '../domain/drafting/series-choice';
import {
  shownSuggestions,
  withSuggestedWithholdings,
} from '../domain/drafting/withholding-suggestions';
import { profileOf } from '../store/set-up/read-profile';
import { Series } from '../store/set-up/series';
import { profileMissing, todayOf, unknownIdentifiers } from '../workflows/drafting/accept-draft';
import { readWithInvoices } from '../workflows/drafting/paid-invoices';
import { readWithTransport } from '../workflows/drafting/saved-transport';
import { draftSourcesOf, inputOf, type CfdiProviders } from '../workflows/drafting/draft-sources';

/** Calculates the amounts of a draft and lists the rules that it breaks. A preview stores nothing. */
export const previewCfdi = query(
  async (read, request: fiscalCfdi.PreviewCfdiRequest, providers: CfdiProviders) => {
    const given = inputOf(request);
    const sources = await draftSourcesOf(given, providers, read.context, {
      withPrices: true,
    });
    const saved = await readWithTransport(read, given);
    const input = atLocation(saved.input, sources);
    const ours = await profileOf(read);
    if (!ours) throw profileMissing();
    const profile = profileAt(ours, input);
    const today = todayOf(profile, read.businessNow);
    const { draft: unsuggested, ...resolved } = resolveDraft(
      input,
      await readWithInvoices(read, input, sources),
      today,
    );
    const [series] = await read.find(Series, input.seriesId === undefined ? [] : [input.seriesId]);
    const choice = seriesChoice(input, series);
    const missing = [...resolved.missing, ...choice.missing];
    if (missing.length > 0) throw unknownIdentifiers(missing);
    const draft = withSuggestedWithholdings(unsuggested, profile, today);
    const { issues: broken, warnings } = judgeDraftOn(draft, profile, today);
    const placed = broken.map(saved.placed);
    const issues = [...saved.issues, ...resolved.issues, ...choice.issues, ...placed];
    const judged = { issues, warnings: listedIssues(warnings.map(saved.placed)) };
    const preview = draftPreview(draft, profile, today, judged, sources.prices);
    const suggestions = shownSuggestions(unsuggested, profile, today, 'total' in preview);
    const data = {
      ...preview,
      issues: listedIssues(issues),
      ...(suggestions.length > 0 && { suggestions }),
    };
    return Buffer.from(JSON.stringify({ data }));
  },
);
