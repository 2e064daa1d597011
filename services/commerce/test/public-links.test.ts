import { command, pageTokenDigest, replyValue, type CallContext } from '@timbre/kit';
import { callContext, withKey, type ServiceRuntime } from '@timbre/testkit';
import { createTaxInfoLink } from '../src/operations/create-tax-info-link';
import { fillInTaxInfo } from '../src/operations/fill-in-tax-info';
import { getContact } from '../src/operations/get-contact';
import { openPublicLink } from '../src/operations/open-public-link';
import { keepLink } from '../src/workflows/public-links';
import { addContact, addLocation, contactEvents, pages, startCommerce } from './commerce';

let service: ServiceRuntime;
beforeAll(async () => void (service = await startCommerce()));
afterAll(() => service.close());
beforeEach(() => service.setClock('2026-11-21T15:00:00.000Z'));

/** The call context of a visitor of a page, who belongs to no organization. */
const nobody = callContext({ organizationId: '00000000-0000-0000-0000-000000000000' });
const digestOf = (linkId: string) => pageTokenDigest(pages.urlOf(linkId).split('/').at(-1)!);
const open = (digest: Uint8Array) => openPublicLink.run(service.runtime, nobody, { digest });
const notFound = { code: 'not_found' };

async function newTaxLink(context: CallContext, request: object = {}, contact: object = {}) {
  const contactId = await addContact(service, context, contact);
  const link = await service.answer(createTaxInfoLink, context, { contactId, ...request });
  return { contactId, ...(link as { linkId: string; expiresAt: string }) };
}

const info = {
  legalName: 'UNIVERSIDAD ROBOTICA ESPAÑOLA',
  rfc: 'URE180429TM6',
  taxSystem: '601',
  cfdiUse: 'G03',
  postalCode: '86991',
};
const fill = (context: CallContext, linkId: string, changes: object = {}) =>
  service.answer(fillInTaxInfo, context, { linkId, info: { ...info, ...changes } });

describe('a link', () => {
  it("a link is found only by its token's digest, and the response contains its organization", async () => {
    const context = callContext();
    const { contactId, linkId } = await newTaxLink(context);
    expect(await open(digestOf(linkId))).toEqual({
      organizationId: context.organizationId,
      linkId,
      kind: 'tax_info',
      subjectId: contactId,
      used: false,
    });
    await expect(open(pageTokenDigest('x'))).rejects.toMatchObject(notFound);
    await expect(open(Buffer.alloc(0))).rejects.toMatchObject(notFound);
  });

  it('a statement with the digest of one link cannot read other links', async () => {
    const [first, second] = [await newTaxLink(callContext()), await newTaxLink(callContext())];
    const seen = (digest: string) =>
      service.asOrganization<{ id: string }>(
        undefined,
        `select r.id from (select set_config('app.link_digest', $1, true) offset 0) b
         cross join lateral (select * from public_links offset 0) r`,
        [digest],
      );
    const digest = Buffer.from(digestOf(first.linkId)).toString('hex');
    expect(await seen(digest)).toEqual([{ id: first.linkId }]);
    expect(await seen('')).toEqual([]);
    expect(second.linkId).not.toBe(first.linkId);
  });

  it('a link cannot be reconstructed from the stored data', async () => {
    const context = withKey(callContext(), 'POST /v1/contacts/{contactId}/tax-info-links');
    const contactId = await addContact(service, { ...context, idempotency: undefined });
    const { linkId } = await service.answer(createTaxInfoLink, context, { contactId });
    const token = pages
      .urlOf(linkId as string)
      .split('/')
      .at(-1)!;
    const stored = await service.rows<{ row: string }>(
      `select l::text as row from public_links l where org_id = $1
       union all select i::text from idempotency i where org_id = $1
       union all select o::text from outbox o where org_id = $1`,
      [context.organizationId],
    );
    expect(stored.length).toBeGreaterThan(2);
    expect(stored.filter(({ row }) => row.includes(token))).toEqual([]);
  });

  it('a link expires at the end of its last day in the time zone of the organization', async () => {
    const context = callContext();
    await addLocation(service, context, { postalCode: '77500' });
    const { linkId, expiresAt } = await newTaxLink(context, { expiresOn: '2026-11-22' });
    expect(expiresAt).toBe('2026-11-23T05:00:00.000Z');
    service.setClock('2026-11-23T04:59:59.999Z');
    await open(digestOf(linkId));
    service.setClock(expiresAt);
    await expect(open(digestOf(linkId))).rejects.toMatchObject(notFound);
    await expect(fill(context, linkId)).rejects.toMatchObject(notFound);
  });

  it('a link is valid for seven days by default, and for at most ninety days', async () => {
    const context = callContext();
    expect((await newTaxLink(context)).expiresAt).toBe('2026-11-29T06:00:00.000Z');
    const { expiresAt } = await newTaxLink(context, { expiresOn: '2027-02-19' });
    expect(expiresAt).toBe('2027-02-20T06:00:00.000Z');
    for (const expiresOn of ['2026-11-20', '2027-02-20']) {
      await expect(newTaxLink(context, { expiresOn })).rejects.toMatchObject({
        details: { issues: [{ path: ['expiresOn'], code: 'expires_on_out_of_range' }] },
      });
    }
  });

  it('a subject with a single link keeps the link, which is extended as requested', async () => {
    const [context, subjectId] = [callContext(), callContext().organizationId];
    const keep = command(async (tx, { at }: { at: string }) =>
      replyValue(
        (await keepLink(tx, pages, { kind: 'quote', subjectId, expiresAt: new Date(at) })).id,
      ),
    );
    const first = await service.answer(keep, context, { at: '2026-11-23T06:00:00.000Z' });
    expect(await service.answer(keep, context, { at: '2026-12-23T06:00:00.000Z' })).toEqual(first);
    expect(await service.answer(keep, context, { at: '2026-11-22T06:00:00.000Z' })).toEqual(first);
    service.setClock('2026-12-23T05:00:00.000Z');
    expect(await open(digestOf(first as never as string))).toMatchObject({
      kind: 'quote',
      subjectId,
    });
  });
});

describe('tax data forms', () => {
  it("tax data that the customer enters replaces the contact's tax data once, with an event", async () => {
    const context = callContext();
    const { contactId, linkId } = await newTaxLink(context, {}, { code: 'C1', email: 'a@b.mx' });
    expect(await fill(context, linkId)).toEqual({ contactId });
    const { postalCode, ...named } = info;
    expect(await service.answer(getContact, context, { contactId })).toMatchObject({
      ...named,
      code: 'C1',
      email: 'a@b.mx',
      address: { postalCode, country: 'MEX' },
    });
    expect((await contactEvents(service, context.organizationId)).at(-1)).toMatchObject({
      contactId,
      version: 2,
      fields: { rfc: info.rfc },
    });
    const used = { code: 'conflict', details: { reason: 'link_used' } };
    await expect(fill(context, linkId)).rejects.toMatchObject(used);
    expect(await open(digestOf(linkId))).toMatchObject({ used: true });
  });

  it('tax data that the customer enters keeps a street address with the same postal code, and removes any other address', async () => {
    const context = callContext();
    const address = { street: 'Juárez', postalCode: '86991', country: 'MEX' };
    const kept = await newTaxLink(context, {}, { address });
    await fill(context, kept.linkId);
    expect(await service.answer(getContact, context, kept)).toMatchObject({ address });
    const moved = await newTaxLink(context, {}, { address });
    await fill(context, moved.linkId, { postalCode: '42501' });
    expect((await service.answer(getContact, context, moved))['address']).toEqual({
      postalCode: '42501',
      country: 'MEX',
    });
  });

  it('tax data that the customer enters is validated by the rules of contacts, and the link stays valid after a refusal', async () => {
    const context = callContext();
    const { linkId } = await newTaxLink(context);
    const issuesOf = (changes: object) =>
      fill(context, linkId, changes).then(
        () => 'filled in',
        ({ details }: { details: { issues: { path: string[]; code: string }[] } }) =>
          details.issues.map(({ path, code }) => `${path.join('.')}: ${code}`).sort(),
      );
    const company = { legalName: 'ROBOTICA SA DE CV', taxSystem: '605' };
    expect(await issuesOf(company)).toEqual([
      'cfdiUse: cfdi_use_not_allowed',
      'legalName: capital_regime_in_name',
      'taxSystem: tax_system_not_allowed',
    ]);
    expect(await issuesOf({ rfc: 'XEXX010101000', taxSystem: '616', cfdiUse: 'S01' })).toEqual([
      'rfc: rfc_not_own',
    ]);
    expect(await issuesOf({})).toBe('filled in');
  });

  it('tax data that the customer enters removes a tax residence abroad', async () => {
    const context = callContext();
    const abroad = { rfc: 'XEXX010101000', taxResidence: 'USA', foreignTaxId: '123456789' };
    const { contactId, linkId } = await newTaxLink(context, {}, abroad);
    await fill(context, linkId);
    const contact = await service.answer(getContact, context, { contactId });
    expect(contact).not.toHaveProperty('taxResidence');
    expect(contact).not.toHaveProperty('foreignTaxId');
  });

  it('tax data cannot be requested from suppliers', async () => {
    const reason = { details: { reason: 'not_a_customer' } };
    await expect(newTaxLink(callContext(), {}, { kind: 'supplier' })).rejects.toMatchObject(reason);
  });

  it('tax data that the customer enters is stored once, even if the form is sent several times', async () => {
    const context = callContext();
    const { linkId } = await newTaxLink(context);
    const sent = await Promise.allSettled(Array.from({ length: 8 }, () => fill(context, linkId)));
    expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});
