import { zipNames } from './zip-names';

describe('the names in a ZIP', () => {
  it('the entries of a ZIP have the names of the files', () => {
    expect(zipNames()('0197f5e0-0000.xml')).toBe('0197f5e0-0000.xml');
  });

  it.each([
    ['../../etc/passwd', '__.._etc_passwd'],
    ['C:\\a.xml', 'C__a.xml'],
    ['.hidden', '_hidden'],
    ['año\n.pdf', 'a_o_.pdf'],
  ])('the names in a ZIP never lead outside the folder: %j', (given, safe) => {
    expect(zipNames()(given)).toBe(safe);
  });

  it('the names in a ZIP are unique even if case is ignored', () => {
    const name = zipNames();
    expect(['a.xml', 'A.xml', 'a.xml', 'a.pdf', 'a'].map(name)).toEqual([
      'a.xml',
      'A-2.xml',
      'a-3.xml',
      'a.pdf',
      'a',
    ]);
  });
});
