import { said } from '@timbre/fiscal';
import { documentComplement } from '../complement';
import { element } from './element';
import { input, shown } from './shape';
import { documentIssues, issues } from './rules';
import { given, written } from './written';

/**
 * The complement for the definitive export of goods, with or without a sale (ComercioExterior 2.0).
 * For a credit note, this complement must be provided as XML.
 */
export const foreignTrade = documentComplement({
  kinds: ['income', 'transfer'],
  input,
  shown,
  title: said('Comercio exterior', 'Foreign trade'),
  element,
  isPartial: true,
  written,
  given,
  issues,
  documentIssues,
});
