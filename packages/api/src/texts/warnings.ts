import type { Text } from './language';

/**
 * The texts of warnings in responses. A request with a warning was accepted, but the problem will
 * matter later.
 */
export const warnings = {
  rfc_check_digit: {
    en: 'The last character of {rfc} is not its check digit, so the RFC is probably mistyped; compare it with the constancia de situación fiscal.',
    es: 'El último carácter de {rfc} no es su dígito verificador, así que es probable que esté mal escrito; compárelo con la constancia de situación fiscal.',
  },
  rfc_repeated: {
    en: '{name} ({contactId}) has this RFC already; use one of the two, or invoices and balances will be split between them.',
    es: '{name} ({contactId}) ya tiene este RFC; use solo uno de los dos, o las facturas y los saldos se repartirán entre ambos.',
  },
  rfc_repeated_in_file: {
    en: 'Line {line} has this RFC too; use one contact for both, or invoices and balances will be split between them.',
    es: 'La línea {line} también tiene este RFC; use un solo contacto para ambas, o las facturas y los saldos se repartirán entre los dos.',
  },
  sat_code_missing: {
    en: 'An invoice of this product needs {field}; search it with GET {search} and add it to the product.',
    es: 'Una factura de este producto necesita {field}; búsquelo con GET {search} y agréguelo al producto.',
  },
  complement_required: {
    en: 'An invoice with the product key {key} needs the complement {complement} in its item.',
    es: 'Una factura con la clave {key} necesita el complemento {complement} en su concepto.',
  },
  paid_before_document: {
    en: '{documentRef} is dated {issuedOn}, after this payment of {paidOn}. If the day is wrong, reverse the payment and record it again. A payment complement cannot be older than its invoice.',
    es: '{documentRef} tiene fecha {issuedOn}, posterior a este pago del {paidOn}. Si el día está mal, revierta el pago y regístrelo otra vez. Un complemento de pago no puede ser anterior a su factura.',
  },
  mail_in_mailbox: {
    en: 'This sandbox has no mail server, so the mail is not sent: read it in the mailbox, GET /v1/sandbox/mails.',
    es: 'Este ambiente de pruebas no tiene servidor de correo, así que el correo no llega a nadie: léalo en el buzón, GET /v1/sandbox/mails.',
  },
  mail_not_sent: {
    en: 'This deployment has no mail server, so the mail is not sent; ask its operator to configure a mail server, or to print the link of an invitation.',
    es: 'Esta instalación no envía correos, así que el correo no llega a nadie; pida al operador que configure un servidor de correo, o que muestre el enlace de una invitación.',
  },
  period_repeated: {
    en: 'Another payroll run pays a part of this period with the same frequency (from {from} to {to}, {run}); check that nobody is paid twice.',
    es: 'Otra nómina paga parte de este periodo con la misma periodicidad (del {from} al {to}, {run}); revise que a nadie se le pague dos veces.',
  },
  favorable_balance_repeated: {
    en: 'Another receipt of this person, paid on {paidOn} (run {runId}), returns the balance of {year} too; give only what remains of it.',
    es: 'Otro recibo de esta persona, con pago el {paidOn} (nómina {runId}), también devuelve el saldo a favor de {year}; dé solo el remanente.',
  },
  cumulative_income_repeated: {
    en: 'Another receipt of this payment, paid on {paidOn} (run {runId}), states its own cumulative income; together they must not exceed the last monthly salary.',
    es: 'Otro recibo de este pago, con fecha {paidOn} (nómina {runId}), declara su propio ingreso acumulable; juntos no deben exceder el último sueldo mensual.',
  },
} satisfies Record<string, Text>;
