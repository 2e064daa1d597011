import { customsNumberIssue } from '@timbre/fiscal';
import { renderText } from './text';

test.each([
  '26 48 3009 6001234',
  '27  48  3009  7001234',
  '26  99  3009  6001234',
  '26  48  0000  6001234',
  '24  48  9999  4001234',
])(
  'the text of the issue of the customs number %s is its message in English, and differs in Spanish',
  (number) => {
    const issue = customsNumberIssue(number, [], '2026-11-30');
    expect(issue?.text && renderText(issue.text, 'en')).toBe(issue?.message);
    expect(issue?.text && renderText(issue.text, 'es')).toMatch(/^Pedimento: [a-zú]/);
  },
);
