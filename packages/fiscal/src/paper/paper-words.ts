import { valueAt } from '../presence';
import {
  acuseWords,
  cfdiWords,
  itemWords,
  markWords,
  paymentWords,
  stampWords,
  titleWords,
  withholdingWords,
} from './cfdi-words';
import { inBoth, paperLanguages, wordsIn, type PaperLanguage, type Words } from './language';
import { payrollWords } from './payroll-words';
import { quoteWords, receiptWords, saleWords } from './sale-words';
import { movementWords, statementWords } from './statement-words';

/**
 * The texts of printed documents in both languages. Names from the SAT's catalogues are not included, because
 * they are printed as the SAT writes them.
 */
const table = {
  mark: markWords,
  stamp: stampWords,
  title: titleWords,
  cfdi: cfdiWords,
  item: itemWords,
  payment: paymentWords,
  payroll: payrollWords,
  withholding: withholdingWords,
  acuse: acuseWords,
  sale: saleWords,
  receipt: receiptWords,
  quote: quoteWords,
  statement: statementWords,
  movement: movementWords,
} as const;

type Texts = Words<typeof table>;

export interface PaperWords extends Texts {
  /**
   * Composes a text from several texts. If both languages are printed, the whole Spanish text precedes the
   * whole English text.
   */
  say(text: (words: Texts) => string): string;
}

const [es, en] = [wordsIn(table, 'es'), wordsIn(table, 'en')];

const said: Record<PaperLanguage, PaperWords['say']> = {
  es: (text) => text(es),
  en: (text) => text(en),
  'es-en': (text) => inBoth(text(es), text(en)),
};

const byLanguage = new Map<PaperLanguage, PaperWords>(
  paperLanguages.map((language) => [
    language,
    { ...wordsIn(table, language), say: said[language] },
  ]),
);

/** Returns the texts of a printed document in its language. */
export const paperWords = (language: PaperLanguage): PaperWords => valueAt(byLanguage, language);
