// The frame of all pages, and the page for the login.
import { Button, Paper, PasswordInput, Stack, Text, Title } from '@mantine/core';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Refused } from './action.tsx';
import { addressOf } from './route.ts';
import { logIn, logsInByOAuth, openWithKey, type Session } from './session.ts';
import { language, speak, t } from './words.ts';
import { timeZone } from './zone.ts';

const Language = () => {
  const other = language() === 'es' ? 'en' : 'es';
  return (
    <Button size="xs" variant="default" lang={other} onClick={() => speak(other)}>
      {other === 'en' ? 'English' : 'Español'}
    </Button>
  );
};

/** Whether a page belongs to this entry of the menu. The forms belong to the documents. */
const isHere = (name: string, page: string): boolean =>
  name === (page === 'invoice' || page === 'payment' ? 'documents' : page);

export function Shell({
  session,
  menu,
  page,
  leave,
  children,
}: {
  session: Session;
  menu: string[];
  page: string;
  leave(): void;
  children: ReactNode;
}) {
  const here = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    // On a phone, the menu is one line that scrolls, so the present entry is scrolled into view.
    here.current?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [page]);
  return (
    <div className="shell">
      <header className="bar">
        <strong>Timbre</strong>
        <span className="organization">
          {session.organization} {session.isSandbox && `· ${t('sandbox')}`}
        </span>
        <Language />
        <Button size="xs" variant="default" onClick={leave}>
          {t('log_out')}
        </Button>
      </header>
      <nav className="menu" aria-label={t('menu')}>
        {menu.map((name) => (
          <a
            key={name}
            ref={isHere(name, page) ? here : undefined}
            href={addressOf([name])}
            aria-current={isHere(name, page) ? 'page' : undefined}
          >
            {t(name)}
          </a>
        ))}
      </nav>
      <main>
        {children}
        <Text size="xs" c="dimmed" mt="lg">
          {t('in_zone')} {timeZone().replaceAll('_', ' ')}
        </Text>
      </main>
    </div>
  );
}

export function Login({
  fault,
  enter,
}: {
  fault?: Error | undefined;
  enter(session: Session): void;
}) {
  const [byOAuth, setByOAuth] = useState<boolean>();
  const [error, setError] = useState(fault);
  const [isOpening, setOpening] = useState(false);
  useEffect(() => {
    logsInByOAuth().then(setByOAuth, setError);
  }, []);
  const open = async (form: FormData): Promise<void> => {
    setOpening(true);
    try {
      enter(await openWithKey(String(form.get('key')).trim()));
    } catch (cause) {
      setError(cause as Error);
      setOpening(false);
    }
  };
  return (
    <main className="login">
      <Paper withBorder p="lg">
        <Stack>
          <Title order={1} size="h2">
            Timbre
          </Title>
          <Text>{t(byOAuth ? 'login_member' : 'login_key')}</Text>
          {error && <Refused error={error} />}
          {byOAuth === true && (
            <Button variant="filled" onClick={() => void logIn().catch(setError)}>
              {t('log_in')}
            </Button>
          )}
          {byOAuth === false && (
            <form
              onSubmit={(event) => {
                event.preventDefault();
                void open(new FormData(event.currentTarget));
              }}
            >
              <Stack>
                <PasswordInput name="key" label={t('api_key')} required autoComplete="off" />
                <Button variant="filled" type="submit" loading={isOpening}>
                  {t('log_in')}
                </Button>
              </Stack>
            </form>
          )}
          <Language />
        </Stack>
      </Paper>
    </main>
  );
}
