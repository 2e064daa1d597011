// The employer and the employees of the payroll demo: invented persons with valid check digits.

export const employer = {
  registrations: [{ registration: 'Y5512345101', riskPremium: 0.54355 }],
  stateCode: 'HID',
  minimumWageZone: 'general',
};

const common = {
  taxSystem: '605',
  contractType: '01',
  regimeType: '02',
  paymentFrequency: '04',
  stateCode: 'HID',
  employmentStartedOn: '2024-01-01',
  positionRisk: '1',
};

export const employees = [
  {
    ...common,
    employeeNumber: '17',
    legalName: 'ADRIANA GOMEZ LARA',
    rfc: 'GOLA850312AB1',
    curp: 'GOLA850312MDFMPN03',
    socialSecurityNumber: '12345678903',
    postalCode: '06000',
    dailyWage: 500,
    integratedDailySalary: 525.5,
  },
  {
    ...common,
    employeeNumber: '18',
    legalName: 'ROBERTO HERNANDEZ MORA',
    rfc: 'HEMR900815AB1',
    curp: 'HEMR900815HHGRRB09',
    socialSecurityNumber: '90123456783',
    postalCode: '42501',
    dailyWage: 330,
    integratedDailySalary: 346.83,
  },
  {
    ...common,
    employeeNumber: '19',
    legalName: 'LETICIA TORRES SALAS',
    rfc: 'TOSL781122AB1',
    curp: 'TOSL781122MHGRTC06',
    socialSecurityNumber: '78123456705',
    postalCode: '42501',
    dailyWage: 2100,
    integratedDailySalary: 2207.1,
  },
];

/** Two days of overtime for one employee, whose receipt then has an exempt part. */
export const overtime = {
  employeeName: 'ADRIANA GOMEZ LARA',
  incidents: { weeks: [{ overtimeHours: 4, overtimeDays: 2 }] },
};
