import { Sheet } from './sheet';
import { place, printOf, titleLines } from './table-layout';

/**
 * Returns the lines of the titles of two columns. The parameter `width` is the width of the first column.
 */
function linesOf(title: string, width: number): string[] {
  const sheet = new Sheet({
    title: 'Factura',
    dated: '2026-11-18T10:15:00',
    legend: '',
    runningHead: '',
  });
  const columns = [{ title, width }, { title: 'Importe' }];
  const print = printOf({ isCompact: true });
  const [column] = place(sheet, columns, { x: 0, width: 300 }, print);
  return titleLines(sheet, column!).map(({ text }) => text.replaceAll('\u00A0', ' '));
}

it.each([
  ['stays on one line if there is room', 120, ['Cantidad / Quantity']],
  ['has each language on its line', 40, ['Cantidad /', 'Quantity']],
  ['widens a column that is narrower than its longest word', 10, ['Cantidad /', 'Quantity']],
])('a title in two languages %s', (_, width, lines) => {
  expect(linesOf('Cantidad / Quantity', width)).toEqual(lines);
});

it('a title in one language is broken between its words', () => {
  expect(linesOf('Precio unitario', 40)).toEqual(['Precio', 'unitario']);
});
