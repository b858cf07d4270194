import { download } from '@courierdesk/contract/labels';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { AppError, statusOf } from '../errors.ts';
import { sendErrorPage, type ErrorPage } from '../http/error-page.ts';
import { FileReply, route } from '../http/route.ts';
import { streamFile } from './read-file.ts';
import { useTicket } from './tickets.ts';

/** What the features do when a file of theirs was fetched. */
type OnFetched = (context: Context, shopId: string, fileId: string) => Promise<void>;

export function fileRoutes(app: FastifyInstance, context: Context, onFetched: OnFetched): void {
  app.setErrorHandler((error, request, reply) => {
    // A browser shows the answer in the tab of a print; other callers read JSON.
    const isInTab = request.headers.accept?.includes('text/html');
    if (isInTab && error instanceof AppError && error.code === 'token-expired') return sendErrorPage(reply, usedLink);
    throw error;
  });

  route(app, download, async ({ params, query }) => {
    const { shopId, fileId, file } = await useTicket(context, params.ticket);
    return new FileReply({
      ...file,
      inline: query.show && file.contentType === 'application/pdf',
      body: streamFile(context, shopId, fileId, () => onFetched(context, shopId, fileId)),
    });
  });
}

const usedLink: ErrorPage = {
  status: statusOf['token-expired'],
  title: 'This file can’t be opened again',
  happened: 'The link to a file works once, within a minute. This tab was reloaded, or its link is older.',
  safe: 'Nothing was changed.',
  next: 'Go back to Courierdesk and print or download it again.',
  link: { href: '/dashboard', text: 'Go to Courierdesk' },
};
