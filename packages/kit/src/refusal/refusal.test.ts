import { conflict, invalid, listedIssues, type Issue } from './refusal';

const faults = (count: number): Issue[] =>
  Array.from({ length: count }, (_, index) => ({ path: ['a', index], code: 'c', message: 'm' }));

describe('a refusal', () => {
  it('a refusal lists up to 100 issues unchanged', () => {
    expect(invalid(faults(100)).details.issues).toEqual(faults(100));
  });

  it('a refusal with more than 100 issues lists 100 entries, and the last entry states how many issues are omitted', () => {
    const { message, details } = invalid(faults(20_000));
    expect(message).toBe('The request has 20000 faults.');
    expect(details.issues).toEqual([
      ...faults(99),
      { path: [], code: 'more_issues', message: '19901 more faults are not listed.' },
    ]);
    expect(conflict('No.', 'r', faults(101)).details.issues!.slice(98)).toEqual([
      { path: ['a', 98], code: 'c', message: 'm' },
      { path: [], code: 'more_issues', message: '2 more faults are not listed.' },
    ]);
  });

  it('a refusal lists the same issues after another process has decoded it', () => {
    const listed = listedIssues(faults(101));
    expect(listedIssues(listed)).toEqual(listed);
  });
});
