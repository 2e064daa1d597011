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
import { paperLanguages, wordsIn, type PaperLanguage, type Words } from './language';
import { payrollWords } from './payroll-words';
import { quoteWords, receiptWords, saleWords } from './sale-words';

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
} as const;

export type PaperWords = Words<typeof table>;

const byLanguage = new Map<PaperLanguage, PaperWords>(
  paperLanguages.map((language) => [language, wordsIn(table, language)]),
);

/** The texts of a printed document in its language. */
export const paperWords = (language: PaperLanguage): PaperWords => byLanguage.get(language)!;
