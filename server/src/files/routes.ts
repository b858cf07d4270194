import { download } from '@courierdesk/contract/labels';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { FileReply, route } from '../http/route.ts';
import { streamFile } from './read-file.ts';
import { useTicket } from './tickets.ts';

export function fileRoutes(app: FastifyInstance, context: Context): void {
  route(app, download, async ({ params, query }) => {
    const { shopId, fileId, file } = await useTicket(context, params.ticket);
    return new FileReply({
      ...file,
      inline: query.show && file.contentType === 'application/pdf',
      body: streamFile(context, shopId, fileId),
    });
  });
}
