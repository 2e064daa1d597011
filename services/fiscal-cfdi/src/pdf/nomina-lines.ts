import type { Nomina, OtroPago, Percepcion } from '@timbre/cfdi';
import type { CalendarDate, PaperWords } from '@timbre/fiscal';
import { amount, coded, described } from './format';
import type { Column, Row, Table } from './table-layout';

/** A titled table of a payroll receipt, such as its earnings. */
export interface Section {
  readonly title: string;
  readonly table: Table;
}

const numeric = (title: string): Column => ({ title, width: 50, align: 'right' });
const named = ({ key, concept }: PaperWords['payroll']): Column[] => [
  { title: key, width: 44 },
  { title: concept },
];

export function earnings(
  { percepciones }: Nomina,
  on: CalendarDate,
  { payroll: words }: PaperWords,
): Section {
  const columns = [...named(words), numeric(words.taxable), numeric(words.exempt)];
  const rows = (percepciones?.percepcion ?? []).map((line) => earningRow(line, on, words));
  return { title: words.earnings, table: { columns, rows } };
}

export function deductions({ deducciones }: Nomina, { payroll: words }: PaperWords): Section {
  const rows = (deducciones?.deduccion ?? []).map((line): Row => {
    return [`${line.tipoDeduccion} ${line.clave}`, line.concepto, amount(line.importe)];
  });
  const columns = [...named(words), numeric(words.amount)];
  return { title: words.deductions, table: { columns, rows } };
}

export function otherPayments(
  { otrosPagos = [] }: Nomina,
  { payroll: words }: PaperWords,
): Section {
  const rows = otrosPagos.map((line) => otherPaymentRow(line, words));
  const columns = [...named(words), numeric(words.amount)];
  return { title: words.otherPayments, table: { columns, rows } };
}

export function leaves(
  { incapacidades = [] }: Nomina,
  on: CalendarDate,
  { payroll: words }: PaperWords,
): Section {
  const columns: Column[] = [{ title: words.kind }, numeric(words.days), numeric(words.amount)];
  const rows = incapacidades.map(({ tipoIncapacidad, diasIncapacidad, importeMonetario }): Row => [
    coded('c_TipoIncapacidad', tipoIncapacidad, on),
    String(diasIncapacidad),
    importeMonetario ? amount(importeMonetario) : '',
  ]);
  return { title: words.leaves, table: { columns, rows } };
}

function earningRow(line: Percepcion, on: CalendarDate, words: PaperWords['payroll']): Row {
  const notes = [
    ...(line.horasExtra ?? []).map(({ dias, tipoHoras, horasExtra, importePagado }) => {
      const kind = described('c_TipoHoras', tipoHoras, on) ?? tipoHoras;
      return words.overtime(kind, horasExtra, dias, amount(importePagado));
    }),
    ...(line.accionesOTitulos
      ? [
          words.shares(
            amount(line.accionesOTitulos.valorMercado),
            amount(line.accionesOTitulos.precioAlOtorgarse),
          ),
        ]
      : []),
  ];
  const { importeGravado, importeExento } = line;
  return [
    `${line.tipoPercepcion} ${line.clave}`,
    { text: line.concepto, notes },
    amount(importeGravado),
    amount(importeExento),
  ];
}

function otherPaymentRow(line: OtroPago, words: PaperWords['payroll']): Row {
  const { subsidioAlEmpleo: subsidy, compensacionSaldosAFavor: balance } = line;
  const notes = [
    ...(subsidy ? [words.subsidy(amount(subsidy.subsidioCausado))] : []),
    ...(balance
      ? [
          words.favorableBalance(
            amount(balance.saldoAFavor),
            balance.año,
            amount(balance.remanenteSalFav),
          ),
        ]
      : []),
  ];
  return [
    `${line.tipoOtroPago} ${line.clave}`,
    { text: line.concepto, notes },
    amount(line.importe),
  ];
}
