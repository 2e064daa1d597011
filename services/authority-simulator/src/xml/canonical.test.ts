import { spawnSync } from 'node:child_process';
import { canonicalXml } from './canonical';
import { childOf, parseXml } from './tree';

/**
 * The program xmllint of libxml2 checks the results independently, if Debian's package libxml2-utils is
 * installed.
 */
const LIBXML2 = 'xmllint';
const hasXmllint = spawnSync(LIBXML2, ['--version']).status === 0;
const ifXmllint = hasXmllint ? test : test.skip;

const DOCUMENTS = [
  ['attributes out of order', '<a c="1" b="2" xmlns:z="urn:z" xmlns="urn:u" z:a="3"/>'],
  [
    'redundant declarations',
    '<a xmlns="urn:u"><b xmlns="urn:u"><c xmlns=""><d xmlns=""/></c></b></a>',
  ],
  [
    'prefixes declared late',
    '<p:a xmlns:p="urn:u"><q:b xmlns:q="urn:a" q:x="1" p:y="2" w="3"/></p:a>',
  ],
  ['characters to escape', '<a b="&lt;&quot;&#9;&#10;&#13;&amp;&gt;">&lt;&gt;&amp;&#13;"\'\n</a>'],
  ['blank between elements', '<a>\n  <b/>\n  <c>x</c>\n</a>'],
  ['CDATA and comments', '<a><!-- gone --><![CDATA[<raw>&]]></a>'],
  ['accents', '<a ñ="Á">Ñandú €</a>'],
] as const;

ifXmllint.each(DOCUMENTS)('%s: the output equals that of libxml2', (_case, xml) => {
  const { stdout } = spawnSync(LIBXML2, ['--c14n', '-'], { input: xml, encoding: 'utf8' });
  // xmllint keeps comments, but the SAT's algorithm removes them.
  expect(canonicalXml(parseXml(xml))).toBe(stdout.trimEnd().replace('<!-- gone -->', ''));
});

test('the canonical form of an element repeats the namespace declarations in scope', () => {
  const root = parseXml('<a xmlns="u" xmlns:x="v"><b xmlns="w"><c/></b></a>');
  const part = childOf(root, 'b')!;
  expect(canonicalXml(part)).toBe('<b xmlns="w" xmlns:x="v"><c></c></b>');
});

test('the canonical form can omit an element', () => {
  const root = parseXml('<a><b/><c/></a>');
  expect(canonicalXml(root, childOf(root, 'b'))).toBe('<a><c></c></a>');
});
