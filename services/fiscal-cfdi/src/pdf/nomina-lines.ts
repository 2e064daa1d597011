import type { Nomina, OtroPago, Percepcion } from '@timbre/cfdi';
import { amount, coded, described, optionalAmount } from './format';
import { drawFields, drawTitle } from './fields';
import type { Sheet } from './sheet';
import { drawTable, type Column, type Row } from './table';

const lineColumns: readonly Column[] = [
  { title: 'Tipo', width: 26 },
  { title: 'Clave', width: 62 },
  { title: 'Concepto' },
];

const numeric = (title: string): Column => ({ title, width: 72, align: 'right' });

export function drawEarnings(sheet: Sheet, { percepciones }: Nomina): void {
  if (!percepciones) return;
  drawTitle(sheet, 'Percepciones');
  const columns = [...lineColumns, numeric('Gravado'), numeric('Exento'), numeric('Importe')];
  drawTable(sheet, columns, percepciones.percepcion.map(earningRow));
  const { jubilacionPensionRetiro: pension, separacionIndemnizacion: separation } = percepciones;
  if (!pension && !separation) return;
  drawFields(sheet, [
    ['Total separación o indemnización', optionalAmount(separation?.totalPagado)],
    ['Años de servicio', separation && String(separation.numAñosServicio)],
    ['Último sueldo mensual ordinario', optionalAmount(separation?.ultimoSueldoMensOrd)],
    ['Jubilación en una exhibición', optionalAmount(pension?.totalUnaExhibicion)],
    ['Jubilación en parcialidades', optionalAmount(pension?.totalParcialidad)],
    ['Monto diario', optionalAmount(pension?.montoDiario)],
    ['Ingreso acumulable', optionalAmount((separation ?? pension)?.ingresoAcumulable)],
    ['Ingreso no acumulable', optionalAmount((separation ?? pension)?.ingresoNoAcumulable)],
  ]);
}

function earningRow(line: Percepcion): Row {
  const notes = [
    ...(line.horasExtra ?? []).map(({ dias, tipoHoras, horasExtra, importePagado }) => {
      const kind = described('c_TipoHoras', tipoHoras) ?? tipoHoras;
      return `Horas extra ${kind.toLowerCase()}: ${horasExtra} h en ${dias} días = ${amount(importePagado)}`;
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
    line.tipoPercepcion,
    line.clave,
    { text: line.concepto, notes },
    amount(importeGravado),
    amount(importeExento),
    amount(importeGravado.plus(importeExento)),
  ];
}

export function drawDeductions(sheet: Sheet, { deducciones }: Nomina): void {
  if (!deducciones) return;
  drawTitle(sheet, 'Deducciones');
  const rows = deducciones.deduccion.map(({ tipoDeduccion, clave, concepto, importe }) => [
    tipoDeduccion,
    clave,
    concepto,
    amount(importe),
  ]);
  drawTable(sheet, [...lineColumns, numeric('Importe')], rows);
}

export function drawOtherPayments(sheet: Sheet, { otrosPagos = [] }: Nomina): void {
  if (otrosPagos.length === 0) return;
  drawTitle(sheet, 'Otros pagos');
  drawTable(sheet, [...lineColumns, numeric('Importe')], otrosPagos.map(otherPaymentRow));
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
  return [line.tipoOtroPago, line.clave, { text: line.concepto, notes }, amount(line.importe)];
}

export function drawLeaves(sheet: Sheet, { incapacidades = [] }: Nomina): void {
  if (incapacidades.length === 0) return;
  drawTitle(sheet, 'Incapacidades');
  const columns: Column[] = [{ title: 'Tipo' }, numeric('Días'), numeric('Importe')];
  const rows = incapacidades.map(({ tipoIncapacidad, diasIncapacidad, importeMonetario }) => [
    coded('c_TipoIncapacidad', tipoIncapacidad),
    String(diasIncapacidad),
    importeMonetario ? amount(importeMonetario) : '',
  ]);
  drawTable(sheet, columns, rows);
}
