import { itemAt } from '@timbre/fiscal';
import { lineHeight } from './pen';
import type { Sheet } from './sheet';

export interface Head {
  readonly issuerName: string;
  /** The lines below the issuer's name, such as RFC, regime, address. Empty lines are not printed. */
  readonly issuerLines: readonly string[];
  readonly title: string;
  /** The number of the document, which is its series and folio. */
  readonly number: string | undefined;
  /** The version and the type of the document, such as CFDI 4.0 and ingreso. */
  readonly kind: string;
  readonly logo: Uint8Array | undefined;
}

const logoBox: [number, number] = [170, 46];

/** Draws the issuer on the left, and the kind and number of the document on the right. */
export function drawHead(sheet: Sheet, head: Head): void {
  const titleWidth = 230;
  const nameWidth = sheet.width - titleWidth - 24;
  const top = sheet.y;
  if (head.logo) sheet.y = drawLogo(sheet, head.logo);
  const { pen, theme } = sheet;
  const name = sheet.style(head.logo ? 9.5 : 13, { face: 'bold' });
  const details = sheet.style(8, { color: theme.muted });
  let left = pen.writeLines(pen.wrap(head.issuerName, nameWidth, name), sheet.left, sheet.y) + 2;
  for (const line of head.issuerLines.filter((each) => each !== '')) {
    left = pen.writeLines(pen.wrap(line, nameWidth, details), sheet.left, left);
  }
  const x = sheet.right - titleWidth;
  const place = { width: titleWidth, align: 'right' } as const;
  const title = sheet.style(16, { face: 'bold', color: theme.accent });
  let right = pen.writeLines(pen.wrap(head.title, titleWidth, title), x, top - 3, place);
  const number = pen.wrap(head.number ?? '', titleWidth, sheet.style(10.5, { face: 'bold' }));
  if (head.number) right = pen.writeLines(number, x, right, place) + 1;
  right = pen.writeLines(pen.wrap(head.kind, titleWidth, details), x, right, place);
  sheet.y = Math.max(left, right) + 10;
}

function drawLogo(sheet: Sheet, logo: Uint8Array): number {
  sheet.document.image(Buffer.from(logo), sheet.left, sheet.y, { fit: logoBox });
  return sheet.y + logoBox[1] + 6;
}

/** Draws the numbers and dates that identify a document, on a tinted band. */
export function drawIdentity(
  sheet: Sheet,
  cells: readonly { label: string; value: string; share: number }[],
): void {
  const label = sheet.style(6.6, { color: sheet.theme.muted });
  const labels = cells.map((cell) => {
    return sheet.pen.wrap(cell.label, (sheet.width - 10) * cell.share - 8, label);
  });
  const labelHeight = Math.max(...labels.map(({ length }) => length)) * lineHeight(label);
  const height = 34 - lineHeight(label) + labelHeight;
  sheet.document.roundedRect(sheet.left, sheet.y, sheet.width, height, 4).fill(sheet.theme.tint);
  const value = sheet.style(9, { face: 'bold' });
  let x = sheet.left + 10;
  cells.forEach((cell, index) => {
    sheet.pen.writeLines(itemAt(labels, index), x, sheet.y + 6);
    sheet.pen.write(cell.value, x, sheet.y + 6 + labelHeight, value);
    x += (sheet.width - 10) * cell.share;
  });
  sheet.y += height + 12;
}

/** Draws a prominent warning on a draft or a canceled document. */
export function drawWarning(sheet: Sheet, headline: string, explanation: string): void {
  const { pen, theme } = sheet;
  const style = sheet.style(9.5, { face: 'bold', color: theme.warning });
  const small = sheet.style(7.5, { color: theme.warning });
  const lines = pen.wrap(explanation, sheet.width - 20, small);
  const height = 24 + lines.length * lineHeight(small);
  sheet.document.roundedRect(sheet.left, sheet.y, sheet.width, height, 4).fill(theme.warningTint);
  pen.write(headline, sheet.left + 10, sheet.y + 5, style);
  pen.writeLines(lines, sheet.left + 10, sheet.y + 6 + lineHeight(style));
  sheet.y += height + 12;
}
