import { ProtocolError, ResourceNotFoundError, type Server } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { inputSchemaOf } from './input-schema';
import type { Tool } from './tools';

interface Guide {
  title: string;
  description: string;
  /** The tools that the prompt uses. The prompt is listed only if all these tools are available. */
  tools: string[];
  text: string;
}

const all: Record<string, Guide> = {
  cancel_and_replace: {
    title: 'Cancel and replace a CFDI',
    description: 'Correct a stamped CFDI: replace it and cancel the wrong one with motive 01.',
    tools: ['get_document', 'create_cfdi_draft', 'stamp_cfdi', 'cancel_cfdi', 'sync_cfdi'],
    text: [
      'Correct a stamped CFDI, in this order:',
      '1. get_document of the wrong one; ask the user what must be different.',
      '2. create_cfdi_draft with the right data and relatedDocuments [{relationship: "04", documents: [UUID of the wrong one]}]. With cancelReplaced true, stamping it also cancels the wrong one, and step 4 is not needed.',
      '3. stamp_cfdi of the new draft.',
      '4. cancel_cfdi of the wrong one with motive "01" and replacementDocumentRef of the new one.',
      '5. sync_cfdi later: some receivers must accept; until then the wrong one stays valid.',
      'Motive 02: wrong, without replacement. 03: the sale did not happen. 04: the sale of a named customer is in a global invoice.',
    ].join('\n'),
  },
  collect_a_payment: {
    title: 'Collect a payment of a PPD invoice',
    description: 'Record the payment of a customer and stamp its payment complement.',
    tools: [
      'get_receivables',
      'record_payment',
      'prepare_payment_complement',
      'create_cfdi_draft',
      'stamp_cfdi',
    ],
    text: [
      'When a customer pays an invoice with method PPD:',
      '1. get_receivables shows what the customer owes.',
      '2. record_payment with amount, day and form; it covers the oldest debt unless applications name documents.',
      '3. prepare_payment_complement proposes installment, balances and taxes of each document.',
      '4. create_cfdi_draft of kind payment_complement with that proposal, then stamp_cfdi; at the latest on the fifth day of the next month.',
    ].join('\n'),
  },
};

/**
 * The request schema of the list methods. With this schema, invalid params get the error -32602.
 * Without a schema, the library would return -32603, which means an internal server error.
 */
export const listed = { params: z.looseObject({ cursor: z.string().optional() }) };
const prompt = {
  params: z.looseObject({
    name: z.string(),
    arguments: z.record(z.string(), z.string()).optional(),
  }),
};
const resource = { params: z.looseObject({ uri: z.string() }) };

/** Registers the prompts for tasks that need several tools in a fixed order. */
export function guides(server: Server, tools: Tool[]): void {
  const names = new Set(tools.map(({ name }) => name));
  const offered = Object.entries(all).filter(([, guide]) =>
    guide.tools.every((name) => names.has(name)),
  );
  server.setRequestHandler('prompts/list', listed, () => ({
    prompts: offered.map(([name, { title, description }]) => ({ name, title, description })),
  }));
  server.setRequestHandler('prompts/get', prompt, ({ name }) => {
    const guide = offered.find(([offeredName]) => offeredName === name)?.[1];
    if (!guide) throw new ProtocolError(-32602, `Unknown prompt: ${name}`);
    const content = { type: 'text' as const, text: guide.text };
    return { description: guide.description, messages: [{ role: 'user' as const, content }] };
  });
}

const scheme = 'timbre://tools/';

/**
 * Registers the resources. Each resource contains the complete input schema of a tool, including
 * the rarely used members that the tool's listed schema omits.
 */
export function resources(server: Server, tools: Tool[]): void {
  server.setRequestHandler('resources/list', listed, () => ({ resources: [] }));
  server.setRequestHandler('resources/templates/list', listed, () => ({
    resourceTemplates: [
      {
        uriTemplate: `${scheme}{name}`,
        name: 'tool_input',
        title: 'The whole input of a tool',
        description: 'JSON Schema with the members that calls seldom need.',
        mimeType: 'application/schema+json',
      },
    ],
  }));
  server.setRequestHandler('resources/read', resource, ({ uri }) => {
    const tool = tools.find(({ name }) => uri === `${scheme}${name}`);
    if (!tool) throw new ResourceNotFoundError(uri);
    const text = JSON.stringify(
      tool.rows.map(({ id, params, query, body }) => ({
        operation: id,
        ...Object.assign(
          {},
          ...[params, query, body].map((part) => inputSchemaOf(part as z.ZodType, true).properties),
        ),
      })),
    );
    return { contents: [{ uri, mimeType: 'application/schema+json', text }] };
  });
}
