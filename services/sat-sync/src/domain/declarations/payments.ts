import { dateOfDigits } from '../reading/dates';
import { labelReader, oneLine, type Labelled } from '../reading/labels';
import { wholePesos } from '../reading/whole-pesos';
import type { Anomaly, Payment } from './facts';

const labels = labelReader([
  ['institution', 'Institución de crédito:'],
  ['captureLine', 'Línea de Captura:'],
  ['amount', 'Importe pagado:'],
  ['paidOn', 'Fecha del pago:'],
  ['medium', 'Medio de presentación:'],
  ['operationNumber', 'No. de Operación:'],
  ['paymentKey', 'Llave de Pago:'],
  ['sheet', 'Hoja #'],
  ['seal', 'Sello digital:'],
]);

/** A capture line in a table row, with or without blanks between its groups of four characters. */
const lineInRow = /04\d{2} ?[0-9A-Z]{4} ?[0-9A-Z]{4} ?[0-9A-Z]{4} ?[0-9A-Z]{4}/g;
const amountAndDate = /^\s*\$?\s*(\d{1,3}(?:,\d{3})*)\s*(\d{2}\/\d{2}\/\d{4})/;

/**
 * Reads the payments of a payment receipt, which prints either one table row for each capture line
 * or labeled fields.
 */
export function paymentsOf(text: string, anomalies: Anomaly[]): Payment[] {
  const found = labels.read(text);
  // Labels without values are the column headings of a table.
  const isLabelled = found.some(({ name, value }) => name === 'amount' && value !== '');
  const payments = isLabelled ? labelled(found, anomalies) : inRows(text, anomalies);
  if (payments.length === 0) anomalies.push({ code: 'payments_missing', text: '' });
  return payments;
}

function inRows(text: string, anomalies: Anomaly[]): Payment[] {
  const lines = [...text.matchAll(lineInRow)];
  return lines.flatMap((match, index) => {
    const rest = text.slice(match.index + match[0].length, lines[index + 1]?.index);
    const read = amountAndDate.exec(rest);
    const [amount, paidOn] = [wholePesos(read?.[1] ?? ''), dateOfDigits(read?.[2] ?? '')];
    if (amount && paidOn) return [{ captureLine: match[0].replace(/ /g, ''), amount, paidOn }];
    anomalies.push({ code: 'payment_unreadable', text: oneLine(match[0] + rest).slice(0, 200) });
    return [];
  });
}

/**
 * Reads payments that are printed as labeled fields. A label that appears again marks the beginning
 * of the next payment.
 */
function labelled(found: Labelled[], anomalies: Anomaly[]): Payment[] {
  const rows: Record<string, string>[] = [];
  for (const { name, value } of found) {
    const row = rows.at(-1);
    const text = oneLine(value.split('\n')[0] ?? '');
    if (!row || name in row) rows.push({ [name]: text });
    else row[name] = text;
  }
  return rows
    .filter((row) => row.captureLine !== undefined || row.amount !== undefined)
    .flatMap((row) => {
      const captureLine = row.captureLine?.replace(/ /g, '') ?? '';
      const [amount, paidOn] = [wholePesos(row.amount ?? ''), dateOfDigits(row.paidOn ?? '')];
      if (!/^04\d{2}[0-9A-Z]{16}$/.test(captureLine) || !amount || !paidOn) {
        const text = Object.values(row).join(' ').slice(0, 200);
        anomalies.push({ code: 'payment_unreadable', text });
        return [];
      }
      const { institution, operationNumber, paymentKey } = row;
      return [
        {
          captureLine,
          amount,
          paidOn,
          ...(institution && { institution }),
          ...(operationNumber && { operationNumber }),
          ...(paymentKey && { paymentKey }),
        },
      ];
    });
}
