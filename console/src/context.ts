import { createContext, use } from 'react';
import type { Session } from './session.ts';

export const SessionContext = createContext<Session | undefined>(undefined);

/** Returns the session, for pages that are shown only after the login. */
export function useSession(): Session {
  const session = use(SessionContext);
  if (!session) throw new Error('the page is shown without a session');
  return session;
}
