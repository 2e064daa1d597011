import type { RoleName } from '@timbre/api';
import type { InvitationLinks } from './invitation-links';

export type MailKind =
  | 'invitation'
  | 'login_code'
  | 'credential_expiring'
  | 'credential_expired'
  | 'credential_revoked'
  | 'credential_exposed'
  | 'webhook_disabled'
  | 'second_factor_enabled'
  | 'second_factor_codes_renewed'
  | 'second_factor_ended';

/** A mail as the database stores it. The text of the mail is written when the mail is sent. */
export interface StoredMail {
  kind: MailKind;
  facts: Record<string, string>;
}

export interface Words {
  subject: string;
  text: string;
}

/**
 * Functions that derive the secrets that the texts of mails contain. The secrets themselves are
 * never stored.
 */
export interface Secrets {
  links: InvitationLinks;
  /** Derives a login code; see `createCodeOf`. */
  codeOf: (codeId: string) => string;
}

/** Writes the subject and text of a mail in Spanish. */
export function wordsOf({ kind, facts }: StoredMail, { links, codeOf }: Secrets): Words {
  const of = (name: string): string => facts[name] ?? '';
  switch (kind) {
    case 'invitation':
      return {
        subject: `Invitación a ${of('organization')}`,
        text: [
          `Te invitaron a ${of('organization')} en Timbre como ${roleWords[of('role') as RoleName]}.`,
          `Para aceptar, abre esta dirección antes del ${dayOf(of('expiresAt'))}; funciona una sola vez:`,
          links.urlOf(of('invitationId')),
          'Si no esperabas esta invitación, ignora este correo.',
        ].join('\n\n'),
      };
    case 'login_code':
      return {
        subject: 'Tu código para entrar a Timbre',
        text: [
          `Tu código es ${codeOf(of('codeId'))}. Vale diez minutos y una sola vez, en la página que lo pidió.`,
          'No lo compartas con nadie. Si no lo pediste, ignora este correo: sin el código nadie entra.',
        ].join('\n\n'),
      };
    case 'credential_expiring':
      return {
        subject: `La credencial ${of('name')} vence pronto`,
        text: `La credencial de API ${of('name')} vence el ${dayOf(of('at'))}. Rótala antes, para que los sistemas que la usan no se detengan.`,
      };
    case 'credential_expired':
      return {
        subject: `La credencial ${of('name')} venció`,
        text: `La credencial de API ${of('name')} venció el ${dayOf(of('at'))}: los sistemas que la usan ya no tienen acceso. Crea otra si todavía hace falta.`,
      };
    case 'credential_revoked':
      return {
        subject: `La credencial ${of('name')} fue revocada`,
        text: `La credencial de API ${of('name')} fue revocada el ${dayOf(of('at'))}, con las que se crearon con ella (${of('count')} en total).`,
      };
    case 'webhook_disabled':
      return {
        subject: 'Un webhook se desactivó',
        text: [
          `El webhook ${of('url')} se desactivó el ${dayOf(of('at'))}, porque ${causeOf[of('reason')] ?? 'falló'}. Los demás siguen recibiendo eventos.`,
          'Cuando el receptor funcione, actívalo y pide lo que no recibió: los eventos se guardan 30 días.',
        ].join('\n\n'),
      };
    case 'second_factor_enabled':
    case 'second_factor_codes_renewed':
    case 'second_factor_ended':
      return factorWords(kind, dayOf(of('at')), of('by'));
    case 'credential_exposed':
      return {
        subject: `La credencial ${of('name')} quedó expuesta`,
        text: `La llave de la credencial de API ${of('name')} se encontró donde no debía estar. Se revocó el ${dayOf(of('at'))}, con las que se crearon con ella (${of('count')} en total). Crea otra y revisa qué se hizo con ella.`,
      };
  }
}

/** Writes the text of the mail about a change of the second factor. */
function factorWords(
  kind: Extract<MailKind, `second_factor_${string}`>,
  day: string,
  by: string,
): Words {
  if (kind === 'second_factor_enabled') {
    return {
      subject: 'Activaste el segundo factor',
      text: [
        `Desde el ${day}, Timbre pide al entrar, además del código que llega a este correo, uno de tu aplicación.`,
        'Si no fuiste tú, avisa ahora a un propietario de tu organización: alguien más lee este correo.',
      ].join('\n\n'),
    };
  }
  if (kind === 'second_factor_codes_renewed') {
    return {
      subject: 'Tienes nuevos códigos de recuperación',
      text: [
        `El ${day} pediste nuevos códigos de recuperación de tu segundo factor. Los anteriores ya no sirven.`,
        'Si no fuiste tú, avisa ahora a un propietario de tu organización: alguien más entró con tu cuenta.',
      ].join('\n\n'),
    };
  }
  return {
    subject: 'Tu segundo factor se desactivó',
    text: [
      `El ${day} ${endedBy[by] ?? 'se desactivó'} tu segundo factor. Para entrar basta ahora el código que llega a este correo.`,
      'Si no lo pediste, avisa a un propietario de tu organización. Puedes activar otro la próxima vez que entres.',
    ].join('\n\n'),
  };
}

/** The Spanish words for the person who removed a second factor. */
const endedBy: Record<string, string> = {
  member: 'desactivaste',
  owner: 'un propietario de tu organización desactivó',
  operator: 'el operador de Timbre desactivó',
};

/** The Spanish words for the reason why a webhook was disabled. */
const causeOf: Record<string, string> = {
  gone: 'respondió que ya no existe (410)',
  failing: 'no aceptó ningún evento en cinco días',
  access_ended: 'terminó el acceso con el que se creó; quien lo active se hace cargo de él',
};

/** The Spanish names of member roles. */
export const roleWords: Record<RoleName, string> = {
  owner: 'propietario',
  administrator: 'administrador',
  accountant: 'contador',
  sales: 'ventas',
  payroll: 'nómina',
  developer: 'desarrollador',
  read_only: 'solo lectura',
};

const day = new Intl.DateTimeFormat('es-MX', {
  dateStyle: 'long',
  timeZone: 'America/Mexico_City',
});

const dayOf = (instant: string): string => day.format(new Date(instant));
