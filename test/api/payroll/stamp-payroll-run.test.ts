import { randomUUID } from 'node:crypto';
import { created, dataOf, issuerProfile, type Api } from '@timbre/testkit/client';
import { startDocumented, startDocumentedIssuer } from '../documented';
import { refusalOf } from '../refused';
import { until } from '../until';
import { addEmployee, addRun, calculate, calculatedRun, rowsOf, settled } from './people';

let api: Api;
beforeAll(async () => {
  api = await startDocumentedIssuer();
  await created(api, '/v1/settings/series', { code: 'N', kind: 'payroll' });
});

const stamp = (runId: string, by = api) => by.request('POST', `/v1/payroll/runs/${runId}/stamp`);

describe('202', () => {
  it('stampPayrollRun stamps every receipt as a CFDI of the organization', async () => {
    const employeeIds = [await addEmployee(api), await addEmployee(api)];
    const runId = await addRun(api, { employeeIds });
    expect(await calculate(api, runId)).toMatchObject({ rowCounts: { ready: 2 } });
    const answer = await stamp(runId);
    expect(answer.status).toBe(202);
    expect(answer.json.data).toMatchObject({ state: 'stamping' });
    expect(await settled(api, runId)).toMatchObject({
      state: 'stamped',
      rowCounts: { stamped: 2 },
    });
    const [row] = await rowsOf(api, runId);
    const cfdi = (await api.request('GET', `/v1/cfdi/${row!.documentRef as string}`)).json.data;
    expect(cfdi).toMatchObject({
      kind: 'payroll',
      cfdiType: 'N',
      status: 'valid',
      uuid: row!.uuid,
      total: { amount: 6592.28 },
    });
    expect(refusalOf(await stamp(runId))).toBe('409 conflict state_conflict');
    expect(refusalOf(await api.request('DELETE', `/v1/payroll/runs/${runId}`))).toBe(
      '409 conflict run_has_stamps',
    );
  });

  it("stampPayrollRun omits an employee with incapacity in the whole period, and stamps the employer's subsidy for another employee with incapacity", async () => {
    const employeeIds = [await addEmployee(api), await addEmployee(api), await addEmployee(api)];
    const runId = await addRun(api, { employeeIds });
    await calculate(api, runId);
    const [unpaid, paid] = await rowsOf(api, runId);
    const unfit = (row: Record<string, unknown>, changes: object = {}) =>
      dataOf(
        api.request('PATCH', `/v1/payroll/rows/${row.rowId as string}`, {
          body: { incidents: { incapacities: [{ type: '02', days: 15, ...changes }] } },
        }),
      );
    expect(await unfit(unpaid!)).toMatchObject({ state: 'excluded', omitted: false });
    expect(await unfit(unpaid!, { days: 14 })).toMatchObject({ state: 'ready' });
    expect(await unfit(unpaid!)).toMatchObject({ state: 'excluded' });
    expect(await unfit(paid!, { employerSubsidy: 900 })).toMatchObject({ state: 'ready' });
    await stamp(runId);
    expect(await settled(api, runId)).toMatchObject({
      state: 'stamped',
      rowCounts: { stamped: 2, excluded: 1 },
    });
    const rows = await rowsOf(api, runId);
    const { documentRef } = rows.find(({ rowId }) => rowId === paid!.rowId)!;
    const { payroll } = await dataOf(api.request('GET', `/v1/cfdi/${documentRef as string}`));
    expect(payroll).toMatchObject({ paidDays: 0.001, earnings: [{ type: '014' }] });
  });

  it('stampPayrollRun stamps manual lines with their details, and the document shows the details', async () => {
    const subsidy = { type: '002', amount: 0, employmentSubsidy: 0 };
    const wage = { type: '001', taxableAmount: 8000, exemptAmount: 0 };
    const overtime = [{ days: 2, hoursType: '01', hours: 4, amount: 500 }];
    const shares = { marketValue: 1200, grantPrice: 1000 };
    const favorableBalance = { amount: 900, year: 2025, remainingAmount: 600 };
    const incapacities = [{ type: '02', days: 1, amount: 250.5 }];
    const bodies = [
      {
        paidDays: 15,
        earnings: [
          wage,
          { type: '019', taxableAmount: 250, exemptAmount: 250, overtime },
          { type: '045', taxableAmount: 200, exemptAmount: 0, shares },
          { type: '014', taxableAmount: 0, exemptAmount: 250.5 },
        ],
        deductions: [{ type: '002', amount: 700 }],
        otherPayments: [subsidy, { type: '004', amount: 300, favorableBalance }],
        incapacities,
      },
      {
        paidDays: 15,
        earnings: [wage],
        deductions: [{ type: '006', amount: 250.5 }],
        otherPayments: [subsidy],
        incapacities,
      },
      {
        paidDays: 15,
        earnings: [{ type: '044', taxableAmount: 1000, exemptAmount: 20_000 }],
      },
      {
        paidDays: 15,
        earnings: [{ type: '039', taxableAmount: 90_000, exemptAmount: 900_000 }],
        lastMonthlySalary: 15_000,
      },
      {
        paidDays: 15,
        earnings: [
          { type: '025', taxableAmount: 30_000, exemptAmount: 20_000 },
          { type: '022', taxableAmount: 0, exemptAmount: 1000 },
        ],
        deductions: [{ type: '002', amount: 3000 }],
        lastMonthlySalary: 16_000,
        employmentEndedOn: '2026-06-10',
      },
    ];
    const employeeIds: string[] = [];
    for (const _ of bodies) employeeIds.push(await addEmployee(api));
    const runId = await addRun(api, { employeeIds });
    await calculate(api, runId);
    const rows = await rowsOf(api, runId);
    const rowOf = (index: number) =>
      rows.find(({ employeeId }) => employeeId === employeeIds[index])!.rowId as string;
    for (const [index, body] of bodies.entries()) {
      const path = `/v1/payroll/rows/${rowOf(index)}`;
      expect(await dataOf(api.request('PATCH', path, { body }))).toMatchObject({ issues: [] });
    }
    await stamp(runId);
    expect(await settled(api, runId)).toMatchObject({
      state: 'stamped',
      rowCounts: { stamped: bodies.length },
    });
    const documents = [];
    for (const index of bodies.keys()) {
      const row = await dataOf(api.request('GET', `/v1/payroll/rows/${rowOf(index)}`));
      const path = `/v1/cfdi/${row.documentRef as string}`;
      documents.push((await dataOf(api.request('GET', path))).payroll);
    }
    expect(documents).toMatchObject([
      {
        earnings: [{}, { overtime }, { shares }, {}],
        otherPayments: [{}, { favorableBalance }],
        incapacities,
      },
      { deductions: [{ type: '006' }], incapacities },
      { pensionDailyAmount: 1400, cumulativeIncome: 1000, nonCumulativeIncome: 0 },
      { cumulativeIncome: 15_000, nonCumulativeIncome: 75_000 },
      { lastMonthlySalary: 16_000, cumulativeIncome: 16_000, nonCumulativeIncome: 14_000 },
    ]);
  });

  it('stampPayrollRun stamps a calculated receipt that refunds ISR to the employee', async () => {
    const { runId, rowId } = await calculatedRun(api);
    const path = `/v1/payroll/rows/${rowId}`;
    const incidents = { favorableBalance: { amount: 900, year: 2025 } };
    const returned = {
      type: '004',
      amount: 709.86,
      favorableBalance: { amount: 900, year: 2025, remainingAmount: 190.14 },
    };
    expect(await dataOf(api.request('PATCH', path, { body: { incidents } }))).toMatchObject({
      issues: [],
      otherPayments: [{ type: '002' }, returned],
      totals: { isr: 709.86, net: 7302.14 },
    });
    await stamp(runId);
    expect(await settled(api, runId)).toMatchObject({ state: 'stamped' });
    const { documentRef } = await dataOf(api.request('GET', path));
    const { payroll } = await dataOf(api.request('GET', `/v1/cfdi/${documentRef as string}`));
    expect(payroll).toMatchObject({ otherPayments: [{}, returned] });
  });

  it('stampPayrollRun stamps calculated fees that are taxed like wages but have no employment', async () => {
    const fees = { contractType: '99', regimeType: '09', dailyWage: 1000 };
    const unused = { socialSecurityNumber: undefined, positionRisk: undefined };
    const without = { ...unused, integratedDailySalary: undefined, minimumWageZone: undefined };
    const { runId, rowId } = await calculatedRun(api, { ...fees, ...without });
    await stamp(runId);
    expect(await settled(api, runId)).toMatchObject({ state: 'stamped' });
    const row = await dataOf(api.request('GET', `/v1/payroll/rows/${rowId}`));
    expect(row).toMatchObject({
      source: 'calculated',
      earnings: [{ type: '046', taxableAmount: 15_000, exemptAmount: 0 }],
      otherPayments: [],
      totals: { subsidy: 0, imss: 0 },
    });
    const path = `/v1/documents/${row.documentRef as string}`;
    const xml = (await api.request('GET', `${path}/files/xml`)).bytes.toString();
    expect(xml).toContain('TipoContrato="99" TipoRegimen="09"');
    for (const name of [
      'RegistroPatronal', 'NumSeguridadSocial', 'FechaInicioRelLaboral', 'Antigüedad',
      'RiesgoPuesto', 'SalarioDiarioIntegrado', 'SalarioBaseCotApor', 'nomina12:OtrosPagos',
    ]) {
      expect(xml).not.toContain(name);
    } // prettier-ignore
  });

  it('stampPayrollRun stamps a calculated pension, whose document states its daily amount', async () => {
    const pension = { contractType: '10', regimeType: '12', dailyWage: 2500 };
    const unused = { socialSecurityNumber: undefined, positionRisk: undefined };
    const without = { ...unused, integratedDailySalary: undefined, minimumWageZone: undefined };
    const { runId, rowId } = await calculatedRun(api, { ...pension, ...without });
    await stamp(runId);
    expect(await settled(api, runId)).toMatchObject({ state: 'stamped' });
    const row = await dataOf(api.request('GET', `/v1/payroll/rows/${rowId}`));
    // The exempt amount in pesos is 15 x 15 x 117.31. The ISR in pesos is 916.20 + (11,105.25 - 8,651.41) x
    // 21.36 %.
    expect(row).toMatchObject({
      source: 'calculated',
      earnings: [{ type: '044', taxableAmount: 11_105.25, exemptAmount: 26_394.75 }],
      otherPayments: [],
      totals: { gross: 37_500, isr: 1440.34, net: 36_059.66, subsidy: 0, imss: 0 },
      pensionDailyAmount: 2500,
    });
    const files = `/v1/documents/${row.documentRef as string}/files`;
    const xml = (await api.request('GET', `${files}/xml`)).bytes.toString();
    for (const part of [
      'TipoContrato="10" TipoRegimen="12"',
      'TotalJubilacionPensionRetiro="37500.00" TotalGravado="11105.25" TotalExento="26394.75"',
      '<nomina12:JubilacionPensionRetiro TotalParcialidad="37500.00" MontoDiario="2500.00" ' +
        'IngresoAcumulable="11105.25" IngresoNoAcumulable="0.00"/>',
    ])
      expect(xml).toContain(part);
  });

  it('stampPayrollRun stamps a calculated separation, whose document states the years of service and the salary', async () => {
    const employeeId = await addEmployee(api);
    await api.request('POST', `/v1/employees/${employeeId}/terminate`, {
      body: { employmentEndedOn: '2026-05-31' },
    });
    const runId = await addRun(api, { kind: 'extraordinary', employeeIds: [employeeId] });
    await calculate(api, runId);
    const [{ rowId } = { rowId: '' }] = await rowsOf(api, runId);
    const path = `/v1/payroll/rows/${rowId as string}`;
    const otherEarnings = [
      { type: '025', amount: 47_344.5 },
      { type: '022', amount: 14_630 },
    ];
    const row = await dataOf(
      api.request('PATCH', path, { body: { incidents: { otherEarnings } } }),
    );
    // For two years and four months of service, 2 x 90 x 117.31 pesos are exempt. The ISR on 15,000.00 pesos
    // is 1,402.82, and the same share of 40,858.70 is 3,821.16.
    expect(row).toMatchObject({
      state: 'ready',
      issues: [],
      earnings: [
        {
          type: '025',
          description: 'Indemnizaciones',
          taxableAmount: 26_228.7,
          exemptAmount: 21_115.8,
        },
        { type: '022', taxableAmount: 14_630, exemptAmount: 0 },
      ],
      totals: { gross: 61_974.5, isr: 3821.16, net: 58_153.34, imss: 0, subsidy: 0 },
      explanation: { serviceYears: 2, paidDays: 1 },
      lastMonthlySalary: 15_000,
      employmentEndedOn: '2026-05-31',
    });
    await stamp(runId);
    expect(await settled(api, runId)).toMatchObject({ state: 'stamped' });
    const { documentRef } = await dataOf(api.request('GET', path));
    const files = `/v1/documents/${documentRef as string}/files`;
    const xml = (await api.request('GET', `${files}/xml`)).bytes.toString();
    for (const part of [
      'TipoNomina="E"',
      'TipoContrato="99" TipoRegimen="13"',
      'PeriodicidadPago="99"',
      'TotalSeparacionIndemnizacion="61974.50" TotalGravado="40858.70" TotalExento="21115.80"',
      '<nomina12:SeparacionIndemnizacion TotalPagado="61974.50" NumAñosServicio="2" ' +
        'UltimoSueldoMensOrd="15000.00" IngresoAcumulable="15000.00" IngresoNoAcumulable="25858.70"/>',
    ])
      expect(xml).toContain(part);
    for (const name of ['RegistroPatronal', 'nomina12:OtrosPagos', 'TotalSueldos'])
      expect(xml).not.toContain(name);
  });

  it('stampPayrollRun stamps a calculated lump-sum pension and income in shares in extraordinary runs', async () => {
    const unused = { socialSecurityNumber: undefined, positionRisk: undefined };
    const without = { ...unused, integratedDailySalary: undefined, minimumWageZone: undefined };
    const paidInShares = { contractType: '99', regimeType: '10', dailyWage: undefined, ...without };
    const employeeIds = [await addEmployee(api), await addEmployee(api, paidInShares)];
    const runId = await addRun(api, { kind: 'extraordinary', employeeIds });
    await calculate(api, runId);
    const rows = await rowsOf(api, runId);
    const pathOf = (index: number) => {
      const row = rows.find(({ employeeId }) => employeeId === employeeIds[index])!;
      return `/v1/payroll/rows/${row.rowId as string}`;
    };
    const pay = (index: number, incidents: object) =>
      dataOf(api.request('PATCH', pathOf(index), { body: { incidents } }));
    const pension = {
      otherEarnings: [{ type: '039', amount: 4_000_000 }],
      lastMonthlySalary: 20_000,
    };
    // The exempt amount in pesos is 90 x 365 x 117.31. The ISR on 20,000.00 pesos is 2,383.65, and the same
    // share of 146,366.50 is 17,444.33.
    expect(await pay(0, pension)).toMatchObject({
      state: 'ready',
      issues: [],
      earnings: [{ type: '039', taxableAmount: 146_366.5, exemptAmount: 3_853_633.5 }],
      totals: { gross: 4_000_000, isr: 17_444.33, net: 3_982_555.67, imss: 0, subsidy: 0 },
      lastMonthlySalary: 20_000,
    });
    const shares = { marketValue: 80_000, grantPrice: 30_000 };
    // The ISR in pesos is 5,665.16 + (50,000.00 - 35,362.84) x 23.52 %.
    expect(
      await pay(1, { otherEarnings: [{ type: '045', amount: 50_000, shares }] }),
    ).toMatchObject({
      state: 'ready',
      issues: [],
      earnings: [{ type: '045', taxableAmount: 50_000, exemptAmount: 0, shares }],
      totals: { isr: 9107.82, net: 40_892.18 },
    });
    await stamp(runId);
    expect(await settled(api, runId)).toMatchObject({
      state: 'stamped',
      rowCounts: { stamped: 2 },
    });
    const xmlOf = async (index: number) => {
      const { documentRef } = await dataOf(api.request('GET', pathOf(index)));
      const files = `/v1/documents/${documentRef as string}/files`;
      return (await api.request('GET', `${files}/xml`)).bytes.toString();
    };
    const [ofPension, ofShares] = [await xmlOf(0), await xmlOf(1)];
    for (const part of [
      'TipoNomina="E"',
      'TipoContrato="10" TipoRegimen="12"',
      'TotalJubilacionPensionRetiro="4000000.00" TotalGravado="146366.50" TotalExento="3853633.50"',
      '<nomina12:JubilacionPensionRetiro TotalUnaExhibicion="4000000.00" ' +
        'IngresoAcumulable="20000.00" IngresoNoAcumulable="126366.50"/>',
    ])
      expect(ofPension).toContain(part);
    for (const name of ['RegistroPatronal', 'nomina12:OtrosPagos', 'MontoDiario', 'TotalSueldos'])
      expect(ofPension).not.toContain(name);
    expect(ofShares).toContain('TipoContrato="99" TipoRegimen="10"');
    expect(ofShares).toContain(
      '<nomina12:AccionesOTitulos ValorMercado="80000.00" PrecioAlOtorgarse="30000.00"/>',
    );
    expect(ofShares).not.toContain('FechaInicioRelLaboral');
  });

  it('stampPayrollRun stamps a separation in two receipts, which share one exempt limit', async () => {
    const employeeId = await addEmployee(api);
    await api.request('POST', `/v1/employees/${employeeId}/terminate`, {
      body: { employmentEndedOn: '2026-05-31' },
    });
    const pay = async (type: string, amount: number) => {
      const runId = await addRun(api, { kind: 'extraordinary', employeeIds: [employeeId] });
      await calculate(api, runId);
      const [{ rowId } = { rowId: '' }] = await rowsOf(api, runId);
      const path = `/v1/payroll/rows/${rowId as string}`;
      const incidents = { otherEarnings: [{ type, amount }] };
      return { runId, row: await dataOf(api.request('PATCH', path, { body: { incidents } })) };
    };
    const first = await pay('022', 14_630);
    expect(first.row).toMatchObject({ totals: { isr: 0 }, earnings: [{ exemptAmount: 14_630 }] });
    await stamp(first.runId);
    expect(await settled(api, first.runId)).toMatchObject({ state: 'stamped' });
    // The exempt amount of the two receipts together is 21,115.80 pesos. The tax of both receipts equals the
    // tax of a single receipt with both payments.
    const second = await pay('025', 47_344.5);
    expect(second.row).toMatchObject({
      state: 'ready',
      earnings: [{ taxableAmount: 40_858.7, exemptAmount: 6485.8 }],
      totals: { isr: 3821.16 },
    });
    await stamp(second.runId);
    expect(await settled(api, second.runId)).toMatchObject({ state: 'stamped' });
  });

  it('stampPayrollRun leaves a receipt queued while no PAC is reachable', async () => {
    const { data } = (await api.request('GET', '/v1/sandbox/scenarios')).json;
    const suspended = data.find(({ id }: { id: string }) => id === 'account_suspended');
    const employeeId = await addEmployee(api, { rfc: suspended.trigger.receiverRfc[1] });
    const runId = await addRun(api, { employeeIds: [employeeId] });
    await calculate(api, runId);
    await stamp(runId);
    const isAnswered = ([row]: Record<string, unknown>[]) =>
      'errorCode' in row! || (row!.state === 'queued' && 'documentRef' in row!);
    const [row] = await until(60_000, () => rowsOf(api, runId), isAnswered);
    expect(row).toMatchObject({ state: 'queued', issues: [] });
    expect(row).not.toHaveProperty('errorCode');
  });

  it('stampPayrollRun refuses to stamp a receipt whose net differs from the net that was shown', async () => {
    const { employeeId, runId, rowId } = await calculatedRun(api);
    const salary = { dailyWage: 600, integratedDailySalary: 631.26 };
    const raise = { ...salary, salaryEffectiveOn: '2026-06-01' };
    await api.request('PATCH', `/v1/employees/${employeeId}`, { body: raise });
    await stamp(runId);
    expect(await settled(api, runId)).toMatchObject({ state: 'review' });
    const { json } = await api.request('GET', `/v1/payroll/rows/${rowId}`);
    expect(json.data).toMatchObject({
      state: 'needs_attention',
      errorCode: 'amounts_changed',
      issues: [{ code: 'amounts_changed', field: 'totals.net' }],
      totals: { gross: 9000 },
    });
  });
});

describe('404', () => {
  it('stampPayrollRun does not find an unknown run', async () => {
    expect(refusalOf(await stamp(randomUUID()))).toBe('404 not_found');
  });
});

describe('409 conflict', () => {
  it('stampPayrollRun queues no receipt while the organization has no certificate', async () => {
    const bare = await startDocumented();
    await dataOf(bare.request('PUT', '/v1/fiscal/profile', { body: issuerProfile }));
    const { runId } = await calculatedRun(bare);
    const answer = await stamp(runId, bare);
    expect(refusalOf(answer)).toBe('409 conflict fiscal_not_ready');
    expect(answer.json.error?.details?.issues).toMatchObject([{ code: 'certificate' }]);
    const run = await bare.request('GET', `/v1/payroll/runs/${runId}`);
    expect(run.json.data).toMatchObject({ state: 'review', rowCounts: { ready: 1 } });
  });

  it('stampPayrollRun refuses a run without a ready receipt', async () => {
    const { runId } = await calculatedRun(api, { curp: undefined });
    expect(refusalOf(await stamp(runId))).toBe('409 conflict no_ready_rows');
  });

  it('stampPayrollRun refuses a draft run', async () => {
    expect(refusalOf(await stamp(await addRun(api)))).toBe('409 conflict state_conflict');
  });

  it('stampPayrollRun queues no receipt if the organization has no certificate', async () => {
    const other = await startDocumented();
    const profile = {
      rfc: 'EKU9003173C9',
      legalName: 'ESCUELA KEMPER URGATE',
      taxSystem: '601',
      postalCode: '42501',
    };
    await other.request('PUT', '/v1/fiscal/profile', { body: profile });
    const { runId } = await calculatedRun(other);
    expect(refusalOf(await stamp(runId, other))).toBe('409 conflict fiscal_not_ready');
    expect(await settled(other, runId)).toMatchObject({
      state: 'review',
      rowCounts: { ready: 1 },
    });
  });
});
