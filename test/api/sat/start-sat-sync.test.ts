import { created, dataOf } from '@timbre/testkit/client';
import { startProduction } from '../production';
import { issuesOf, refusalOf } from '../refused';
import { filedDeclaration, satTaxpayer, simulatedPdf, uploadedPdf } from './taxpayer';

const path = '/v1/sat/syncs';

describe('202', () => {
  it('startSatSync imports receipts of declarations (acuses) from files without a FIEL', async () => {
    const taxpayer = await satTaxpayer({ hasFiel: false });
    const { api } = taxpayer;
    const number = await filedDeclaration(taxpayer);
    const acuse = await simulatedPdf(taxpayer, `declarations/${number}/acuse.pdf`);
    const fileIds = [await uploadedPdf(api, acuse)];
    const sync = await created(api, path, { sources: ['declarations'], fileIds });
    expect(sync).toMatchObject({ state: 'completed', sources: [{ found: 1, imported: 1 }] });
    expect(await dataOf(api.request('GET', '/v1/declarations?fiscalYear=2026'))).toMatchObject([
      { operationNumber: number, status: 'imported', total: { amount: 29228 } },
    ]);
  });
});

describe('400', () => {
  it('startSatSync reports the fault of the file', async () => {
    const taxpayer = await satTaxpayer({ hasFiel: false });
    const { api } = taxpayer;
    const other = await satTaxpayer({ hasFiel: false });
    const number = await filedDeclaration(other);
    const acuse = await simulatedPdf(other, `declarations/${number}/acuse.pdf`);
    const fileIds = [
      await uploadedPdf(api, acuse),
      await uploadedPdf(api, Buffer.from('%PDF-1.4 nothing')),
    ];
    const body = { sources: ['declarations'], fileIds };
    const answer = await api.request('POST', path, { body });
    expect(issuesOf(answer)).toEqual(['fileIds.0: rfc_mismatch', 'fileIds.1: pdf_unreadable']);
  });

  it('startSatSync refuses periods that the SAT does not provide, and refuses files for sources that accept no files', async () => {
    const api = await startProduction();
    const body = { sources: ['received_cfdi'] };
    const issuesWith = async (more: object) =>
      issuesOf(await api.request('POST', path, { body: { ...body, ...more } }));
    expect(await issuesWith({ dateFrom: '2020-01-01' })).toEqual(['dateFrom: period_too_old']);
    expect(await issuesWith({ dateTo: '2020-01-01' })).toEqual(['dateTo: period_too_old']);
    expect(await issuesWith({ dateFrom: '2099-01-01', fiscalYear: 2099 })).toEqual([
      'dateFrom: in_future',
      'fiscalYear: in_future',
    ]);
    expect(await issuesWith({ dateFrom: '2026-02-02', dateTo: '2026-02-01' })).toEqual([
      'dateTo: period_reversed',
    ]);
    expect(await issuesWith({ fileIds: ['a'] })).toEqual(['sources: source_without_files']);
  });

  it('startSatSync refuses an empty list of sources, an unknown source, and a repeated source', async () => {
    const api = await startProduction();
    for (const sources of [[], ['other'], ['declarations', 'declarations']]) {
      expect((await api.request('POST', path, { body: { sources } })).status).toBe(400);
    }
  });
});

describe('409', () => {
  it('startSatSync is refused without a FIEL', async () => {
    const { api } = await satTaxpayer({ hasFiel: false });
    const answer = await api.request('POST', path, { body: { sources: ['declarations'] } });
    expect(refusalOf(answer)).toBe('409 conflict fiel_missing');
  });

  it('startSatSync reports the synchronization that is already reading the source', async () => {
    const { api } = await satTaxpayer();
    const body = { sources: ['received_cfdi'] };
    const { syncId } = await created(api, path, body);
    const answer = await api.request('POST', path, { body });
    expect(refusalOf(answer)).toBe('409 conflict sync_running');
    expect(answer.json.error).toMatchObject({ message: expect.stringContaining(String(syncId)) });
  });
});
