import { escapeXml } from '../xml/escape';

/** Returns an HTML page with a title and a body, in the form of the SAT's pages. */
export const page = (title: string, body: string): string =>
  `<!DOCTYPE html><html><head><title>${escapeXml(title)}</title></head><body>${body}</body></html>`;

/** Returns a page with a form that the browser submits automatically. */
export function autoForm(action: string, fields: Record<string, string>): string {
  const inputs = hidden(fields);
  return page(
    'Espere',
    `<form method="post" action="${escapeXml(action)}">${inputs}</form><script>document.forms[0].submit()</script>`,
  );
}

export const hidden = (fields: Record<string, string>): string =>
  Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeXml(value)}"/>`)
    .join('');

/** Returns a page that redirects the browser by script. */
export const scriptTo = (address: string): string =>
  page('Espere', `<script type="text/javascript">top.location.href='${address}';</script>`);

export const modal = (text: string): string =>
  `<div class="bootbox modal"><div class="bootbox-body">${escapeXml(text)}</div></div>`;
