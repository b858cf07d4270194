import { download } from '@courierdesk/contract/labels';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { FileReply, route } from '../http/route.ts';
import { streamFile } from './read-file.ts';
import { useTicket } from './tickets.ts';

/** What the features do when a file of theirs was fetched. */
type OnFetched = (context: Context, shopId: string, fileId: string) => Promise<void>;

export function fileRoutes(app: FastifyInstance, context: Context, onFetched: OnFetched): void {
  route(app, download, async ({ params, query }) => {
    const { shopId, fileId, file } = await useTicket(context, params.ticket);
    return new FileReply({
      ...file,
      inline: query.show && file.contentType === 'application/pdf',
      body: streamFile(context, shopId, fileId, () => onFetched(context, shopId, fileId)),
    });
  });
}
