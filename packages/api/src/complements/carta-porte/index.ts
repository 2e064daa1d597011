import { said } from '@timbre/fiscal';
import { documentComplement } from '../complement';
import { element } from './element';
import { input, shown } from './shape';
import { documentIssues, issues, warnings } from './rules';
import { given, kept, qrText, written } from './written';

/**
 * The complement for goods in transport (CartaPorte 3.1). A transfer or the income document of a carrier
 * contains this complement.
 */
export const cartaPorte = documentComplement({
  kinds: ['income', 'transfer'],
  input,
  shown,
  title: said('Carta Porte', 'Carta Porte'),
  element,
  isPartial: true,
  kept,
  written,
  given,
  issues,
  documentIssues,
  warnings,
  qrText,
});
