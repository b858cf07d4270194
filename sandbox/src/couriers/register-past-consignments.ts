import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { SandboxContext } from '../core/sandbox-context.ts';
import { PastConsignment, recordConsignments } from './record-past-consignments.ts';

const Body = z.object({ consignments: z.array(PastConsignment) });

/** `POST /_control/consignments {consignments: [...]}` adds past consignments. */
export function registerHistory(app: FastifyInstance, context: SandboxContext): void {
  app.post('/_control/consignments', { bodyLimit: 64 * 1024 * 1024 }, async (request, reply) => {
    const body = Body.safeParse(request.body);
    if (!body.success) return reply.code(400).send({ error: z.prettifyError(body.error) });
    try {
      const recorded = recordConsignments(context, body.data.consignments);
      await context.state.flush();
      return {
        consignments: recorded.map((parcel) => ({
          courier: parcel.courier,
          tracking_number: parcel.tracking_number,
          reference: parcel.reference,
          city: parcel.destination_city,
          status: parcel.status,
          state: parcel.stage,
        })),
      };
    } catch (error) {
      return reply.code(400).send({ error: error instanceof Error ? error.message : String(error) });
    }
  });
}
