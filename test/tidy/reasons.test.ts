import { Linter } from 'eslint';
import { parser } from 'typescript-eslint';
import { reasons } from '../../scripts/lint/reasons.mjs';

const linter = new Linter();

const faultsOf = (code: string): string[] =>
  linter
    .verify(code, {
      plugins: { timbre: { rules: { reasons } } },
      languageOptions: { parser: parser as Linter.Parser },
      rules: { 'timbre/reasons': 'error' },
    })
    .map(({ messageId, message }) => messageId ?? message);

describe('the rule of reasons', () => {
  it.each([
    ['await sent.catch(() => undefined);', 'hidden'],
    ['sent.catch(() => {});', 'hidden'],
    ['const held = await check().catch(() => false);', 'hidden'],
    ['try { read(); } catch { tell(); }', 'hidden'],
    ['const one = row as unknown as Product;', 'cast'],
    ['send(request as never);', 'cast'],
    ['send(row!.id);', 'presence'],
  ])('the rule of reasons rejects %s', (code, fault) => {
    expect(faultsOf(code)).toEqual([fault]);
    expect(faultsOf(`// Why it is so.\n${code}`)).toEqual([]);
    expect(faultsOf(`// Of something else.\n\n${code}`)).toEqual([fault]);
  });

  it.each([
    'await sent.catch(survived(logger, "the release of a lease"));',
    'sent.catch((error) => logger.warn({ err: error }, "failed"));',
    'sent.catch(() => remembered.delete(key));',
    'try { read(); } catch { throw invalid(); }',
    'const one = JSON.parse(text) as unknown;',
  ])('the rule of reasons accepts %s', (code) => expect(faultsOf(code)).toEqual([]));
});
