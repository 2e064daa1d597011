import '@mantine/core/styles.css';
import './console.css';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  lazy,
  Suspense,
  useEffect,
  useState,
  useSyncExternalStore,
  type ComponentType,
} from 'react';
import { createRoot } from 'react-dom/client';
import { Boundary } from './boundary.tsx';
import { SessionContext } from './context.ts';
import { DocumentPage } from './detail.tsx';
import { Documents } from './documents.tsx';
import { Loading, theme } from './format.tsx';
import { Home } from './home.tsx';
import { isSeen, Section, sections } from './sections.tsx';
import { useRoute, type Route } from './route.ts';
import { openWithCode, type Session } from './session.ts';
import { Login, Shell } from './shell.tsx';
import { language, onLanguage } from './words.ts';

/** The pages by the first part of their address. */
const pages: Record<string, ComponentType<{ route: Route }>> = {
  home: Home,
  documents: ({ route }) => {
    const [, category = '', documentRef] = route.path;
    return documentRef ? (
      <DocumentPage key={documentRef} category={category} documentRef={documentRef} />
    ) : (
      <Documents route={route} />
    );
  },
  ...Object.fromEntries(sections.map((name) => [name, Section])),
  reports: lazy(() => import('./reports.tsx').then(({ Reports }) => ({ default: Reports }))),
};

/** The pages of forms. Buttons of other pages lead to these forms. */
const forms: Record<string, ComponentType<{ route: Route }>> = {
  invoice: lazy(() => import('./invoice.tsx').then(({ Invoice }) => ({ default: Invoice }))),
  payment: lazy(() => import('./payment.tsx').then(({ Payment }) => ({ default: Payment }))),
};

/** The nonce with which the Content Security Policy of this page allows style elements. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';
// The library that stops the page from scrolling under a dialog reads this value.
Object.assign(globalThis, { __webpack_nonce__: nonce });

function Console({ opened, fault }: { opened: Session | undefined; fault: Error | undefined }) {
  const [session, setSession] = useState(opened);
  const spoken = useSyncExternalStore(onLanguage, language);
  const route = useRoute();
  useEffect(() => {
    document.documentElement.lang = spoken;
  }, [spoken]);
  const [page = 'home'] = route.path;
  if (!session) return <Login key={spoken} fault={fault} enter={setSession} />;
  const Page = pages[page] ?? forms[page] ?? Home;
  const menu = Object.keys(pages).filter((name) => isSeen(name, session));
  const leave = () => {
    queries.clear();
    setSession(undefined);
  };
  return (
    <SessionContext value={session}>
      <Shell key={spoken} session={session} menu={menu} page={page} leave={leave}>
        <Boundary key={page}>
          <Suspense fallback={<Loading />}>
            <Page route={route} />
          </Suspense>
        </Boundary>
      </Shell>
    </SessionContext>
  );
}

const queries = new QueryClient({
  // Queries are not retried here, because the client of the API itself repeats calls that can
  // succeed later.
  defaultOptions: {
    queries: { retry: false, refetchOnWindowFocus: false },
    mutations: { retry: false },
  },
});

onLanguage(() => queries.clear());

const opening = await openWithCode().then(
  (session) => ({ session, fault: undefined }),
  (fault: Error) => ({ session: undefined, fault }),
);
// `index.html` has this element.
createRoot(document.getElementById('app')!).render(
  <MantineProvider theme={theme} forceColorScheme="light" getStyleNonce={() => nonce}>
    <QueryClientProvider client={queries}>
      <Console opened={opening.session} fault={opening.fault} />
    </QueryClientProvider>
  </MantineProvider>,
);
