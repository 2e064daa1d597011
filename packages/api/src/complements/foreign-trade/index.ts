import { said } from '@timbre/fiscal';
import { documentComplement } from '../complement';
import { element } from './element';
import { input, shown } from './shape';
import { documentIssues, issues } from './rules';
import { given, written } from './written';

/**
 * A definitive export (ComercioExterior 2.0): of sold goods, or of goods that are moved. The complement of a
 * credit note is given as XML.
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
