import { said } from '@timbre/fiscal';
import { documentComplement } from '../complement';
import { element } from './element';
import { input, shown } from './shape';
import { documentIssues, issues, warnings } from './rules';
import { given, kept, qrText, written } from './written';

/** The goods that a vehicle moves on the road (CartaPorte 3.1): on a transfer, and on the income of a carrier. */
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
