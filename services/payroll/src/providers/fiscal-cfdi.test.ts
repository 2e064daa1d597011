import { conflict, Refusal, type CallContext } from '@timbre/kit';
import { callContext } from '@timbre/testkit';
import { fiscalCfdiPort, type FiscalCfdiClient } from './fiscal-cfdi';

const request = { rowId: 'r', documentRef: 'cfdi:1', stampNumber: 2 };
const shown = (document: object) => ({ body: Buffer.from(JSON.stringify({ data: document })) });
const valid = { documentRef: 'cfdi:1', status: 'valid', uuid: 'u' };

/**
 * Returns the outcome of a stamp for the given responses of fiscal-cfdi, and the requests that fiscal-cfdi
 * received.
 */
async function stampedBy(answers: (object | Error)[], document: object | Error = valid) {
  const asked: CallContext[] = [];
  const answered = (answer: object | Error | undefined) =>
    answer instanceof Error ? Promise.reject(answer) : Promise.resolve(shown(answer!));
  const client = {
    stampCfdi: (_: object, context: CallContext) => {
      asked.push(context);
      return answered(answers.shift());
    },
    getCfdi: () => answered(document),
  } as unknown as FiscalCfdiClient;
  const answer = await fiscalCfdiPort(client).stamp(callContext(), request);
  return { answer, keys: asked.map(({ idempotency }) => idempotency!) };
}

const stamped = { kind: 'confirmed', uuid: 'u', documentRef: 'cfdi:1' };
const notADraft = conflict('This CFDI is valid; only drafts are stamped.', 'not_a_draft');
const otherRequest = new Refusal('idempotency_conflict', 'Another request.');

describe('a stamp', () => {
  it("a stamp is requested with a key of the row, regardless of the row's draft", async () => {
    const { answer, keys } = await stampedBy([valid]);
    expect(answer).toEqual(stamped);
    expect(keys).toMatchObject([{ route: 'payroll', key: 'payroll:r:stamp:2' }]);
  });

  it('a stamp is found with a key that the previous version used', async () => {
    const { answer, keys } = await stampedBy([otherRequest, valid]);
    expect(answer).toEqual(stamped);
    const [own, before] = keys;
    expect(before).toEqual({ ...own, fingerprint: expect.any(String) });
    expect(before!.fingerprint).not.toBe(own!.fingerprint);
    expect((await stampedBy([otherRequest, otherRequest])).answer).toEqual({ kind: 'unknown' });
  });

  it('the stamp is read from the draft if another client has stamped the draft directly', async () => {
    expect((await stampedBy([notADraft])).answer).toEqual(stamped);
    const canceled = { ...valid, status: 'canceled' };
    expect((await stampedBy([notADraft], canceled)).answer).toMatchObject({
      ...stamped,
      canceled: { state: 'accepted' },
    });
    const away = new Refusal('provider_unavailable', 'Try again.');
    expect((await stampedBy([notADraft], away)).answer).toEqual({ kind: 'unknown' });
  });

  it('other conflicts are reported as a refusal of the stamp', async () => {
    const rejected = conflict('No.', 'stamp_rejected');
    expect((await stampedBy([rejected])).answer).toMatchObject({ kind: 'refused' });
  });
});
