import {
  customerInput,
  customItem,
  incomeInput,
  issuerProfile,
  productInput,
  withholdingInput,
} from '@timbre/testkit/client';

const nobody = '01890000-0000-7000-8000-000000000000';

/** Bodies that the schemas accept, by operation; their identifiers are unknown. */
export const bodies: Record<string, Record<string, unknown>> = {
  createCredential: { name: 'Caja', permissions: ['contacts:read'] },
  putFiscalProfile: issuerProfile,
  putBranding: { accentColor: '#C2185B', pdfFooter: 'Gracias por su preferencia' },
  uploadCertificate: { certificate: 'AAAA', privateKey: 'AAAA', passphrase: '12345678a' },
  createContact: customerInput,
  updateContact: { legalName: 'Otra razón social', phone: null },
  createProduct: productInput,
  updateProduct: { description: 'Otra descripción', sku: null },
  createSeries: { code: 'A', kind: 'income' },
  updateSeries: { active: true },
  createCfdi: incomeInput(nobody, {
    items: [customItem, { kind: 'product', productId: nobody, quantity: 1, unitPrice: 1 }],
    pdfCustomSection: 'Gracias por su compra',
    currency: 'USD',
    exchangeRate: 18.5,
    seriesId: nobody,
    payment: {
      timing: 'deferred_or_installments',
      formCode: '99',
      conditions: 'Tres pagos',
      settlementTerms: {
        installmentCount: 3,
        firstDue: { kind: 'months_after_transaction', months: 1 },
        recurrence: { kind: 'day_of_month', day: 15 },
      },
    },
  }),
  previewCfdi: incomeInput(nobody),
  updateCfdi: incomeInput(nobody),
  importCfdiXml: { xml: 'AAAA' },
  cancelCfdi: { motive: '02' },
  cancelPayrollRow: { motive: '02' },
  suggestPaymentComplement: { customerId: nobody, documents: [{ uuid: nobody }] },
  createWithholding: withholdingInput({
    description: 'Dividendos de 2026',
    relatedDocument: { relationship: '04', uuid: nobody },
    seriesId: nobody,
    pdfCustomSection: 'Conserve esta constancia',
  }),
  updateWithholding: withholdingInput(),
  cancelWithholding: { motive: '02' },
  sendDocument: { recipients: ['compras@example.com'], message: 'Gracias' },
  downloadDocuments: { documentRefs: [`cfdi:${nobody}`], format: 'both' },
  prepareUpload: {
    fileName: 'contactos.csv',
    contentType: 'text/csv',
    byteSize: 1,
    sha256: '0'.repeat(64),
  },
  createSandboxCertificate: { kind: 'csd', rfc: 'EKU9003173C9', legalName: 'ESCUELA' },
  createEmployee: { legalName: 'María Fernanda López' },
  updateEmployee: { legalName: 'María Fernanda López Ruiz', email: null },
  terminateEmployee: { employmentEndedOn: '2026-10-31' },
  simulatePayroll: {
    period: {
      paymentFrequency: '04',
      periodStartedOn: '2026-11-01',
      periodEndedOn: '2026-11-15',
      paidOn: '2026-11-15',
    },
    employee: { dailyWage: 500 },
  },
  createPayrollRun: {
    paymentFrequency: '04',
    periodStartedOn: '2026-11-01',
    periodEndedOn: '2026-11-15',
    paidOn: '2026-11-15',
  },
  putPayrollEmployer: {
    registrations: [{ registration: 'A1234567890', riskPremium: 0.54355 }],
    minimumWageZone: 'general',
    settings: { aguinaldoDays: 15 },
  },
  updatePayrollRow: { source: 'calculated' },
  reinstateEmployee: { employmentStartedOn: '2026-11-01' },
};
