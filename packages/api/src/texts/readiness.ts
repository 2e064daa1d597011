import type { Text } from './language';

/** The texts of the readiness check for each part of the setup. */
export const readinessTexts = {
  profile_set: { en: 'The fiscal profile is set.', es: 'El perfil fiscal está completo.' },
  profile_missing: {
    en: 'The fiscal profile is missing; set RFC, name, tax regime and postal code with PUT /v1/fiscal/profile.',
    es: 'Falta el perfil fiscal; dé RFC, nombre, régimen y código postal con PUT /v1/fiscal/profile.',
  },
  certificate_set: { en: 'An active CSD is in force.', es: 'Hay un CSD activo y vigente.' },
  certificate_ended: {
    en: 'The active CSD is not in force, or the SAT has revoked it; upload and activate a new one with POST /v1/fiscal/certificates.',
    es: 'El CSD activo no está vigente o el SAT lo revocó; cargue y active otro con POST /v1/fiscal/certificates.',
  },
  certificate_missing: {
    en: 'There is no active CSD; upload the certificate, its key and passphrase with POST /v1/fiscal/certificates.',
    es: 'No hay un CSD activo; cargue el certificado, su llave y su contraseña con POST /v1/fiscal/certificates.',
  },
  certificate_days: {
    en: 'The active CSD is in force for {days} more days.',
    es: 'El CSD activo está vigente {days} días más.',
  },
  certificate_due: {
    en: 'The active CSD ends in {days} days; renew it at the SAT.',
    es: 'El CSD activo vence en {days} días; renuévelo en el SAT.',
  },
  series_next: {
    en: 'New documents of the kind {kind} get the series {code}.',
    es: 'Los documentos nuevos del tipo {kind} llevan la serie {code}.',
  },
  pac_set: { en: 'A PAC is configured.', es: 'Hay un PAC configurado.' },
  pac_missing: {
    en: 'This deployment has no PAC; its operator must configure one.',
    es: 'Esta instalación no tiene PAC; el operador debe configurar uno.',
  },
  mail_server: {
    en: 'Mails are sent through the mail server of this deployment.',
    es: 'Los correos salen por el servidor de correo de esta instalación.',
  },
  mail_mailbox: {
    en: 'Mails go to the mailbox of the sandbox: GET /v1/sandbox/mails.',
    es: 'Los correos quedan en el buzón del ambiente de pruebas: GET /v1/sandbox/mails.',
  },
  mail_missing: {
    en: 'This deployment sends no mail; documents can be downloaded, and its operator can configure a mail server.',
    es: 'Esta instalación no envía correos; los documentos se pueden descargar y el operador puede configurar un servidor de correo.',
  },
  name_plain: {
    en: 'The legal name has no kind of company.',
    es: 'El nombre no lleva régimen de capital.',
  },
  name_suffixed: {
    en: 'The legal name ends with a kind of company; CFDI 4.0 names have none (see the Constancia).',
    es: 'El nombre termina con el régimen de capital; en el CFDI 4.0 no se escribe (vea la constancia).',
  },
  employer_set: {
    en: 'The employer has a registration at the IMSS.',
    es: 'El patrón tiene registro patronal del IMSS.',
  },
  employer_missing: {
    en: 'The employer has no registration at the IMSS, which employments need; set it with PUT /v1/settings/payroll-employer.',
    es: 'El patrón no tiene registro patronal del IMSS, que los contratos de trabajo necesitan; délo con PUT /v1/settings/payroll-employer.',
  },
  employer_unknown: {
    en: 'Payroll does not answer at this moment; ask again.',
    es: 'La nómina no responde en este momento; pregunte de nuevo.',
  },
  law_until: {
    en: 'The legal figures for payroll are complete until {date}, when {label} ends.',
    es: 'Las cifras de ley para la nómina se conocen hasta el {date}; entonces termina {label}.',
  },
  law_ended: {
    en: 'A legal figure for payroll has ended: {label}, on {date}. The operator must install the new law pack.',
    es: 'Terminó una cifra de ley para la nómina: {label}, el {date}. El operador debe instalar el nuevo paquete de ley.',
  },
  law_open: {
    en: 'No legal figure for payroll has a last day.',
    es: 'Ninguna cifra de ley para la nómina tiene último día.',
  },
} satisfies Record<string, Text>;
