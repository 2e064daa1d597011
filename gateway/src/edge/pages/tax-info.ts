import { Refusal, type Issue } from '@timbre/kit';
import { regimesInForce, type TaxProfile } from '../messages/contact-of-profile';
import { jsonOf } from '../messages/json-of';
import type { Page, View, PageVisit } from './page';
import { emptyForm, filledForm, readTaxForm, refusedForm, type TaxForm } from './tax-form';
import { faultsOf } from './words';

/**
 * The maximum size of an uploaded Constancia in bytes. A Constancia usually has a few hundred
 * kilobytes.
 */
const constanciaBytesMax = 2 << 20;

/**
 * The page on which a customer submits its own tax data, once. The customer can upload a Constancia
 * to fill in the form.
 */
export const taxInfo: Page = {
  show: ({ link, words }) =>
    Promise.resolve(link.used ? done(words.taxInfo) : asking(words, emptyForm(words))),
  async send({ link, context, backend, words }, sent) {
    if (link.used) return undefined;
    const read = readTaxForm(words, sent);
    if ('step' in read) return asking(words, read);
    const { linkId } = link;
    try {
      await backend.services.commerce.fillInTaxInfo({ linkId, info: read }, context);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      // The form was submitted twice, and an earlier request has already stored the data. The
      // second submission changes nothing.
      if (error.details.reason === 'link_used') return undefined;
      if (!error.details.issues) throw error;
      return asking(words, refusedForm(words, read, error.details.issues));
    }
    return undefined;
  },
  async upload({ link, context, backend, words }, content) {
    if (link.used) return undefined;
    try {
      if (content.length === 0) return asking(words, unread(words, 'required'));
      if (content.length > constanciaBytesMax)
        return asking(words, unread(words, 'body_too_large'));
      const { body } = await backend.services.satSync.readConstancia({ content }, context);
      const profile = jsonOf<TaxProfile>(body);
      const { rfc, legalName, email, address } = profile;
      const [taxSystem, ...others] = regimesInForce(profile);
      return asking(
        words,
        filledForm(words, {
          rfc,
          legalName,
          email: email ?? '',
          postalCode: address?.postalCode ?? '',
          // If the Constancia has several regimes, the customer chooses one of them.
          taxSystem: others.length === 0 ? (taxSystem ?? '') : '',
        }),
      );
    } catch (error) {
      const [issue] = error instanceof Refusal ? (error.details.issues ?? []) : [];
      if (!issue) throw error;
      return asking(words, unread(words, issue.code));
    }
  },
};

/** Returns the form with a message about the error in the uploaded file. */
function unread(words: Words, code: string): TaxForm {
  const issue: Issue = { path: ['constancia'], code, message: code };
  return { ...emptyForm(words), faults: faultsOf(words, [issue], ['constancia']) };
}

type Words = PageVisit['words'];

const asking = ({ taxInfo: { title } }: Words, form: TaxForm): View => ({
  template: 'tax-info',
  title,
  data: { form },
  ...(form.faults.length > 0 && { status: 400 }),
});

const done = ({ doneTitle }: Words['taxInfo']): View => ({
  template: 'tax-info-done',
  title: doneTitle,
});
