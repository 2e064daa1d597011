import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { legalBasisIn } from './legal-basis';

const law = readFileSync(join(__dirname, '../../../fiscal/data/law.json'), 'utf8');
const bases = [...new Set([...law.matchAll(/"legalBasis": ?"([^"]+)"/g)].map(([, one]) => one!))];

it('the Spanish legal bases of the law tables contain no English word', () => {
  const english =
    /\b(the|of|and|to|from|for|until|before|after|its|law|last|first|second|third|tenth|paragraph|article|sentence|transitional\w*|decree|reform|regulation|annex|resolution|agreement|constitution|matrix|revision|complement|payroll|repealed|extended)\b/i;
  expect(bases.length).toBeGreaterThan(50);
  expect(bases.map((one) => legalBasisIn('es', one)).filter((one) => english.test(one))).toEqual(
    [],
  );
});

it('the Spanish legal bases of the law tables contain no lower-case word except `art`', () => {
  const wordsIn = (text: string) => text.match(/(?<!\p{L})[a-z]{2,}(?!\p{L})/gu) ?? [];
  const kept = bases.flatMap((one) => {
    const spanish = new Set(wordsIn(legalBasisIn('es', one)));
    return wordsIn(one).filter((word) => word !== 'art' && spanish.has(word));
  });
  expect(kept).toEqual([]);
});

it('the translation of a legal basis does not change articles, dates and names of laws', () => {
  expect(legalBasisIn('es', 'LISR art. 96 and 152; RMF 2026 Annex 8, DOF 2025-12-28')).toBe(
    'LISR art. 96 y 152; RMF 2026 Anexo 8, DOF 2025-12-28',
  );
  expect(legalBasisIn('es', 'LFT art. 76, reform DOF 2022-12-27')).toBe(
    'LFT art. 76, reforma DOF 2022-12-27',
  );
  expect(legalBasisIn('en', 'Decree DOF 2024-05-01')).toBe('Decree DOF 2024-05-01');
});
