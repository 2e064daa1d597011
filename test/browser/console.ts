import type { Api } from '@timbre/testkit/client';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { openWindow } from './browser';

/** Opens the console with an API key, and reports requests to other origins as errors. */
export async function logIn(
  browser: Browser,
  given: Api,
  options: BrowserContextOptions,
  path = '',
): Promise<{ page: Page; errors: string[] }> {
  const { page, errors } = await openWindow(browser, options);
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(given.baseUrl) && !/^(blob|data|chrome|chrome-extension):/.test(url))
      errors.push(`a request to ${url}`);
  });
  await page.goto(`${given.baseUrl}/console/#${path}`);
  await page.getByLabel('Llave de API').fill(given.apiKey);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await page.getByRole('navigation', { name: 'Páginas' }).waitFor();
  return { page, errors };
}

/** Waits for the console page with this heading. */
export const title = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name }).waitFor();

/** Presses the button of an action, and then the button in the dialog of that action. */
export async function act(page: Page, name: string, fill?: () => Promise<void>): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
  const dialog = page.getByRole('dialog', { name });
  await dialog.waitFor();
  await fill?.();
  await dialog.getByRole('button', { name, exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** Finds a form field whose value begins with this text. */
export const valued = (page: Page, start: string) => page.locator(`input[value^="${start}"]`);

/** Types a text into the search of a field, and chooses the first option with this text. */
export async function choose(page: Page, name: string, text: string): Promise<void> {
  await page.getByRole('combobox', { name, exact: true }).fill(text);
  await page.getByRole('option', { name: text }).first().click();
}
