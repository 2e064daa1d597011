// The messages of the API for a person who clicks.
import { Anchor } from '@mantine/core';
import { Fragment, use } from 'react';
import { piecesOf, type Place } from './calls.ts';
import { SessionContext } from './context.ts';
import { addressOf, useRoute } from './route.ts';
import { t } from './words.ts';

/** Shows a message with links to the pages of the console, in place of the requests that it names. */
export const Said = ({ message }: { message: string }) =>
  piecesOf(message).map((piece, place) => (
    <Fragment key={place}>{typeof piece === 'string' ? piece : <Where place={piece} />}</Fragment>
  ));

function Where({ place }: { place: Place }) {
  // The page of the login shows messages too, and leads to no page.
  const hasPages = use(SessionContext) !== undefined;
  const { path } = useRoute();
  if (place.kind === 'api') return t('the_api');
  if (place.kind === 'catalog')
    return t(place.catalog ? 'sat_catalog' : 'sat_catalogs').replace('{}', place.catalog ?? '');
  const name = place.names.map(t).join(' › ');
  const address = addressOf([...place.path]);
  if (hasPages && address === addressOf(path.length > 0 ? path : ['home'])) return t('this_page');
  if (!hasPages) return name;
  return (
    <Anchor inherit href={address}>
      {name}
    </Anchor>
  );
}
