import { say } from '@timbre/api';
import { readAddendaTemplate } from '@timbre/cfdi';
import type { Issue } from '@timbre/fiscal';

/** addenda_template_invalid: the fault of a template, if it has one. */
export function addendaTemplateIssues(template: string | null | undefined): Issue[] {
  const read = template == null ? undefined : readAddendaTemplate(template);
  if (!read || !('fault' in read)) return [];
  const said = say(`addenda_template_${read.fault}`, { detail: read.detail });
  return [{ path: ['addendaTemplate'], code: 'addenda_template_invalid', ...said }];
}
