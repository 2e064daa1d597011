// How amounts, dates and states are shown.
import { Badge, createTheme, Loader, type MantineColor } from '@mantine/core';
import { locale, t } from './words.ts';
import { timeZone } from './zone.ts';

/**
 * The theme of the console. Its colors have the contrast to their background that WCAG 2.2 AA
 * requires.
 */
export const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: 8,
  cursorType: 'pointer',
  fontFamily: 'system-ui, sans-serif',
  components: { Badge: { defaultProps: { variant: 'state' } } },
  variantColorResolver: (input) => {
    const name = (input.color ?? 'indigo') as string;
    const pale = {
      background: `var(--mantine-color-${name}-0)`,
      hover: `var(--mantine-color-${name}-1)`,
      // The darkest orange of the palette is too pale for text.
      color: name === 'orange' ? '#8a3200' : `var(--mantine-color-${name}-9)`,
      border: '1px solid transparent',
    };
    if (input.variant === 'filled')
      return {
        ...pale,
        background: `var(--mantine-color-${name}-8)`,
        hover: `var(--mantine-color-${name}-9)`,
        color: '#fff',
      };
    if (input.variant === 'subtle' || input.variant === 'transparent')
      return { ...pale, background: 'transparent' };
    if (input.variant === 'default')
      return { ...pale, background: '#fff', color: '#1b1f24', border: '1px solid #868e96' };
    return pale;
  },
});

/** The code of c_Moneda for documents without amounts, such as payment complements. */
export const noCurrency = 'XXX';

export const money = (amount: number, currency = 'MXN'): string =>
  currency === noCurrency ? '—' : inCurrency(amount, currency);

/** Returns the text of a price in pesos, which can have up to six decimals. */
export const priceOf = (price: number): string =>
  inCurrency(price, 'MXN', { maximumFractionDigits: 6 });

const inCurrency = (amount: number, currency: string, options?: Intl.NumberFormatOptions): string =>
  new Intl.NumberFormat(locale(), { style: 'currency', currency, ...options }).format(amount);

/** Whether a text is an instant with an offset from UTC, and not a local date or time. */
const isInstant = (text: string): boolean => /T.*(Z|[+-]\d\d:\d\d)$/.test(text);

/**
 * Returns the text of an instant in the organization's time zone. A local date and time of the
 * place of issue is shown unchanged.
 */
export const time = (text: string): string =>
  new Intl.DateTimeFormat(locale(), {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: isInstant(text) ? timeZone() : 'UTC',
  }).format(new Date(isInstant(text) ? text : `${text}Z`));

/**
 * Returns the text of a calendar date, or of the date of an instant in the organization's time
 * zone.
 */
export const day = (date: string): string =>
  new Intl.DateTimeFormat(locale(), {
    dateStyle: 'medium',
    timeZone: isInstant(date) ? timeZone() : 'UTC',
  }).format(new Date(isInstant(date) ? date : date.slice(0, 10)));

const colors: Record<string, MantineColor> = {
  ...of('teal', 'valid', 'active', 'enabled', 'delivered', 'sent', 'stamped', 'approved', 'done'),
  ...of('teal', 'settled', 'paid', 'accepted', 'converted', 'invoiced', 'global_invoiced', 'ready'),
  ...of('red', 'canceled', 'rejected', 'failed', 'expired', 'overdue', 'revoked', 'disabled'),
  ...of('red', 'refused', 'needs_attention', 'not_ready'),
  ...of(
    'orange',
    'scenario_active',
    'pending',
    'partially_settled',
    'partially_paid',
    'review',
    'unknown',
  ),
  ...of('orange', 'partially_stamped', 'queued', 'stamping', 'calculating', 'executing'),
};

function of(color: MantineColor, ...states: string[]): Record<string, MantineColor> {
  return Object.fromEntries(states.map((state) => [state, color]));
}

export const State = ({ state }: { state: string | undefined }) =>
  state === undefined ? null : (
    <Badge color={colors[state] ?? 'gray'} tt="none">
      {t(state)}
    </Badge>
  );

export const Loading = () => <Loader role="status" aria-label={t('loading')} />;
