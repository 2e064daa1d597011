import type { Nomina, OtroPago, Percepcion } from '@timbre/cfdi';
import type { CalendarDate } from '@timbre/fiscal';
import { amount, coded, described } from './format';
import type { Column, Row, Table } from './table-layout';

/** A table of the receipt under its name. */
export interface Section {
  readonly title: string;
  readonly table: Table;
}

const numeric = (title: string): Column => ({ title, width: 50, align: 'right' });
const named: readonly Column[] = [{ title: 'Clave', width: 44 }, { title: 'Concepto' }];

export function earnings({ percepciones }: Nomina, on: CalendarDate): Section {
  const columns = [...named, numeric('Gravado'), numeric('Exento')];
  const rows = (percepciones?.percepcion ?? []).map((line) => earningRow(line, on));
  return { title: 'Percepciones', table: { columns, rows } };
}

export function deductions({ deducciones }: Nomina): Section {
  const rows = (deducciones?.deduccion ?? []).map((line): Row => {
    return [`${line.tipoDeduccion} ${line.clave}`, line.concepto, amount(line.importe)];
  });
  return { title: 'Deducciones', table: { columns: [...named, numeric('Importe')], rows } };
}

export function otherPayments({ otrosPagos = [] }: Nomina): Section {
  const rows = otrosPagos.map(otherPaymentRow);
  return { title: 'Otros pagos', table: { columns: [...named, numeric('Importe')], rows } };
}

export function leaves({ incapacidades = [] }: Nomina, on: CalendarDate): Section {
  const columns: Column[] = [{ title: 'Tipo' }, numeric('Días'), numeric('Importe')];
  const rows = incapacidades.map(({ tipoIncapacidad, diasIncapacidad, importeMonetario }): Row => [
    coded('c_TipoIncapacidad', tipoIncapacidad, on),
    String(diasIncapacidad),
    importeMonetario ? amount(importeMonetario) : '',
  ]);
  return { title: 'Incapacidades', table: { columns, rows } };
}

function earningRow(line: Percepcion, on: CalendarDate): Row {
  const notes = [
    ...(line.horasExtra ?? []).map(({ dias, tipoHoras, horasExtra, importePagado }) => {
      const kind = described('c_TipoHoras', tipoHoras, on) ?? tipoHoras;
      return `${kind}: ${horasExtra} h en ${dias} días = ${amount(importePagado)}`;
    }),
    ...(line.accionesOTitulos
      ? [
          `Valor de mercado ${amount(line.accionesOTitulos.valorMercado)}, ` +
            `precio al otorgarse ${amount(line.accionesOTitulos.precioAlOtorgarse)}`,
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

function otherPaymentRow(line: OtroPago): Row {
  const { subsidioAlEmpleo: subsidy, compensacionSaldosAFavor: balance } = line;
  const notes = [
    ...(subsidy ? [`Subsidio causado ${amount(subsidy.subsidioCausado)}`] : []),
    ...(balance
      ? [
          `Saldo a favor ${amount(balance.saldoAFavor)} de ${balance.año}, ` +
            `remanente ${amount(balance.remanenteSalFav)}`,
        ]
      : []),
  ];
  return [
    `${line.tipoOtroPago} ${line.clave}`,
    { text: line.concepto, notes },
    amount(line.importe),
  ];
}
