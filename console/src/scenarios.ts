// The scenarios of the sandbox in Spanish. The API returns them in English. A scenario without a
// Spanish text is shown in English.
import { language } from './words.ts';

interface Said {
  title: string;
  happens: string;
  expect: string;
}

const recovers = 'El documento queda vigente con un solo UUID; la misma llave lo devuelve.';
const waits = 'Mientras tanto, si tarda: 409 operation_in_progress.';
const unstamped = 'Nada se timbra; el documento conserva su folio y se puede corregir.';
const asked = 'El documento sigue vigente con su cancelación en proceso';

const refused = (title: string, code: string): Said => ({
  title,
  happens: `El PAC rechaza cada envío con ${code}.`,
  expect: `Un rechazo con el código ${code} del SAT. ${unstamped}`,
});

const spanish: Record<string, Said> = {
  answer_lost: {
    title: 'Se pierde la respuesta después de timbrar',
    happens: 'El primer envío se timbra y la conexión se cierra sin respuesta.',
    expect: `${recovers} ${waits}`,
  },
  answer_never: {
    title: 'Nunca llega la respuesta',
    happens: 'Se timbra al primer envío; este y los siguientes se cierran sin respuesta.',
    expect: '409 operation_in_progress, y a los diez minutos 409 recovery_required.',
  },
  answer_late: {
    title: 'La respuesta llega tarde',
    happens: 'El primer envío se timbra de inmediato y se responde 35 s después.',
    expect: `${recovers} ${waits}`,
  },
  answer_truncated: {
    title: 'La respuesta llega a la mitad',
    happens: 'El primer envío se timbra; llega media respuesta y la conexión se cierra.',
    expect: recovers,
  },
  bad_gateway_after_stamping: {
    title: 'Error 502 después de timbrar',
    happens: 'El primer envío se timbra y lo responde la página de un proxy con el estado 502.',
    expect: recovers,
  },
  previously_stamped: {
    title: '307 con el timbre anterior',
    happens: 'El primer envío se responde 307 (ya timbrado) junto con el original.',
    expect: recovers,
  },
  previously_stamped_without_xml: {
    title: '307 sin el XML',
    happens: 'Durante 10 s cada envío se responde 307 sin XML; después, con el original.',
    expect: `${recovers} ${waits}`,
  },
  wrong_stamp: {
    title: 'Timbre de otro documento',
    happens: 'La primera respuesta trae un timbre que no es del sello de este documento.',
    expect: `El timbre no se acepta. ${recovers}`,
  },
  service_unavailable: {
    title: 'Servicio caído',
    happens: 'Cada envío se responde con HTTP 503; nada se timbra.',
    expect: '409 operation_in_progress: un 503 no prueba que nada se timbró.',
  },
  server_error: {
    title: 'HTTP 500 una vez',
    happens: 'El primer envío se responde con HTTP 500 sin timbrarse; el siguiente se timbra.',
    expect: recovers,
  },
  bad_gateway: {
    title: 'HTTP 502 una vez',
    happens: 'El primer envío se responde con HTTP 502 sin timbrarse; el siguiente se timbra.',
    expect: recovers,
  },
  no_answer: {
    title: 'La solicitud se pierde',
    happens: 'El primer envío ni se timbra ni se responde; el siguiente se timbra.',
    expect: `${recovers} ${waits}`,
  },
  seal_refused: refused('Sello rechazado', '302'),
  certificate_revoked: {
    ...refused('Certificado revocado', '304'),
    expect: `409 certificate_revoked, también para los documentos siguientes, hasta activar otro CSD. ${unstamped}`,
  },
  too_old: refused('Documento de más de 72 horas', '401'),
  issuer_not_listed: refused('Emisor fuera de la LCO', '402'),
  receiver_unknown: refused('RFC del receptor desconocido por el SAT', 'CFDI40143'),
  receiver_name_refused: refused('Nombre del receptor rechazado', 'CFDI40145'),
  receiver_postal_code_refused: refused('Código postal del receptor rechazado', 'CFDI40148'),
  credentials_refused: {
    title: 'Credenciales del PAC rechazadas',
    happens: 'El PAC rechaza el usuario y la contraseña de la plataforma en cada envío.',
    expect: `503 provider_unavailable; repetir no ayuda. ${unstamped}`,
  },
  account_suspended: {
    title: 'Cuenta del PAC suspendida',
    happens: 'Cada envío se rechaza con 703: la cuenta está suspendida.',
    expect: `503 provider_unavailable, o timbra el siguiente PAC. ${unstamped}`,
  },
  stamps_exhausted: {
    title: 'Timbres del PAC agotados',
    happens: 'Cada envío se rechaza con 718: no quedan timbres.',
    expect: `503 provider_unavailable, o timbra el siguiente PAC. ${unstamped}`,
  },
  cancellation_accepted: {
    title: 'El receptor acepta la cancelación',
    happens: 'Requiere aceptación; el receptor acepta a los 3 s.',
    expect: `${asked}; después, cancelado con aceptación.`,
  },
  cancellation_rejected: {
    title: 'El receptor rechaza la cancelación',
    happens: 'Requiere aceptación; el receptor rechaza a los 3 s.',
    expect: `${asked}; después, la cancelación queda rechazada y el documento vigente.`,
  },
  cancellation_expired: {
    title: 'El receptor deja pasar el plazo',
    happens: 'Requiere aceptación; el plazo termina a los 3 s.',
    expect: `${asked}; después, cancelado por plazo vencido.`,
  },
  cancellation_silent: {
    title: 'El receptor no contesta',
    happens: 'Requiere aceptación; nada pasa en tres días hábiles. Adelante el reloj.',
    expect: `${asked} hasta que el reloj pase el plazo; después, cancelado por plazo vencido.`,
  },
  not_cancelable: {
    title: 'No cancelable',
    happens: 'El SAT responde No cancelable, como si hubiera documentos relacionados vigentes.',
    expect: 'La cancelación se rechaza (no_cancelable); el documento sigue vigente.',
  },
  sat_unreachable: {
    title: 'El servicio de cancelación del SAT no responde',
    happens: 'El PAC responde 708 a cada cancelación: no alcanzó al SAT.',
    expect: '503 provider_unavailable; nada se solicita.',
  },
  not_yet_known: {
    title: 'El SAT todavía no conoce el timbre',
    happens: 'Durante 120 s la consulta responde N - 602 y la cancelación 205.',
    expect: 'La cancelación se vuelve a pedir hasta que el SAT conozca el documento.',
  },
};

/** Returns the texts of a scenario in the person's language. */
export function scenarioWords(scenario: { id: string; title: string }): Said {
  const { title, happens, expect } = scenario as typeof scenario & Partial<Said>;
  const said = language() === 'es' ? spanish[scenario.id] : undefined;
  return said ?? { title, happens: happens ?? '', expect: expect ?? '' };
}
