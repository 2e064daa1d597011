import { z } from 'zod';
import { pageFields, queryOf } from './page';
import { instant } from './values';

const { cursor, limit, dateFrom, dateTo } = pageFields;

/** What happened to a document, as far as dates go. */
export const cfdiEventFilters = queryOf({ cursor, limit, dateFrom, dateTo });

/** Who did what to a CFDI, when, with which outcome. */
export const cfdiEvent = z
  .strictObject({
    eventId: z.string(),
    event: z.string().meta({ example: 'stamped' }),
    outcome: z.enum(['done', 'refused', 'unknown']),
    code: z.string().optional().meta({ description: 'What the PAC or the SAT answered.' }),
    message: z.string().optional(),
    actor: z.string(),
    requestId: z.string(),
    at: instant,
  })
  .meta({ id: 'CfdiEvent' });

const relation = z.strictObject({
  role: z.enum(['related', 'related_by', 'paid', 'paid_by']),
  relationship: z.string().optional().meta({ description: 'Code of c_TipoRelacion.' }),
  installment: z.int().optional(),
  amount: z.number().optional(),
  uuid: z.string().optional(),
  documentRef: z.string().optional(),
  kind: z.string().optional(),
  status: z.string().optional(),
});

/** The documents that a CFDI names, and those that name it. */
export const cfdiRelations = z
  .strictObject({ documentRef: z.string(), relations: z.array(relation) })
  .meta({ id: 'CfdiRelations' });
