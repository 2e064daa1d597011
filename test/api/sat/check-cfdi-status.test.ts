import { newStamped, type Api } from '@timbre/testkit/client';
import { startDocumentedIssuer } from '../documented';
import { issuesOf, refusalOf } from '../refused';

let api: Api;
beforeAll(async () => {
  api = await startDocumentedIssuer();
});

const check = (documents: object[]) =>
  api.request('POST', '/v1/sat/cfdi-status', { body: { documents } });

describe('200', () => {
  it('checkCfdiStatus returns the SAT status of each document', async () => {
    const { uuid, total } = await newStamped(api);
    const parties = { issuerRfc: 'EKU9003173C9', receiverRfc: 'URE180429TM6' };
    const own = { uuid, ...parties, total: total.amount };
    const answer = await check([own, { ...own, total: 1 }]);
    expect(answer.json.data.documents).toEqual([
      {
        uuid,
        status: 'valid',
        cancelability: 'without_acceptance',
        isIssuerListed: false,
        checkedAt: expect.any(String),
      },
      { uuid, status: 'not_found', checkedAt: expect.any(String) },
    ]);
    const again = await check([own]);
    expect(again.json.data.documents[0]).toEqual(answer.json.data.documents[0]);
  });
});

describe('400', () => {
  it('checkCfdiStatus reports every fault of the request at once', async () => {
    const answer = await check([{ uuid: 'x', issuerRfc: 'x', total: -1, sealTail: '1' }]);
    expect(refusalOf(answer)).toBe('400 validation_error');
    expect(issuesOf(answer)).toEqual([
      'documents.0.issuerRfc: rfc_invalid',
      'documents.0.receiverRfc: required',
      'documents.0.sealTail: invalid_format',
      'documents.0.total: too_small',
      'documents.0.uuid: invalid_format',
    ]);
    expect(issuesOf(await check([]))).toEqual(['documents: too_small']);
  });
});
