import { z } from 'zod';
import { pageFields, queryOf } from './page';
import { documentRef, instant } from './values';

const { cursor, limit, dateFrom, dateTo } = pageFields;

/** The query of GET /v1/cfdi/{documentRef}/events, which returns pages within a range of days. */
export const cfdiEventFilters = queryOf({ cursor, limit, dateFrom, dateTo });

/** An entry in the history of a CFDI: actor, action, time and outcome. */
export const cfdiEvent = z
  .strictObject({
    eventId: z.string(),
    event: z.string().meta({ example: 'stamped' }),
    outcome: z.enum(['done', 'refused', 'unknown']),
    code: z.string().optional().meta({ description: 'The code that the PAC or the SAT answered.' }),
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
  documentRef: documentRef('cfdi').optional(),
  kind: z.string().optional(),
  status: z.string().optional(),
});

/** The documents that are related to a CFDI, in both directions. */
export const cfdiRelations = z
  .strictObject({ documentRef: documentRef('cfdi'), relations: z.array(relation) })
  .meta({ id: 'CfdiRelations' });
