import type { FastifyRequest } from 'fastify';
import type { Answer } from '../http/answer.ts';
import { gatewayPage, html, json, malformed, tooMany } from '../http/answer.ts';
import type { Fields } from '../http/fields.ts';
import { commaList, fieldsOf, text } from '../http/fields.ts';
import type { Operation, CourierFaultAnswers } from '../http/operation.ts';
import { isUnreadable } from '../http/request-body.ts';
import type { LeopardAccount } from './accounts.ts';
import { leopardAccount } from './accounts.ts';

export type LeopardError = string | Record<string, string>;

/** Business failures are HTTP 200 with `status: 0`; `empty` names the keys that are null then. */
export function refused(error: LeopardError, ...empty: string[]): Answer {
  return json({ status: 0, error, ...Object.fromEntries(empty.map((key) => [key, null])) });
}

const invalidKey = (...empty: string[]): Answer => refused('Invalid API Key', ...empty);

/** Leopards reads its fields from the query and the body alike. */
function requestFields(request: FastifyRequest): Fields {
  return { ...fieldsOf(request.query), ...fieldsOf(request.body) };
}

export function forAccount(
  request: FastifyRequest,
  empty: string[],
  answer: (account: LeopardAccount, fields: Fields) => Answer | Promise<Answer>,
): Answer | Promise<Answer> {
  if (isUnreadable(request)) return malformed('unreadable body', invalidKey(...empty));
  const fields = requestFields(request);
  const account = leopardAccount(fields);
  return account ? answer(account, fields) : invalidKey(...empty);
}

export const notFoundPage = (): Answer => gatewayPage(404, 'Not Found', 'nginx');

const credentialsRefused = (operation: Operation): Answer =>
  invalidKey(...(operation === 'cities' ? ['city_list'] : operation === 'book' ? ['track_number', 'slip_link'] : []));

export const leopardFaultAnswers: CourierFaultAnswers = {
  target: 'leopard',
  rejection: rejectionFor,
  credentialsRefused,
  serverError: () => html('<br />\n<b>Fatal error</b>:  Uncaught exception in Merchant API', 500),
  badGateway: () => gatewayPage(502, 'Bad Gateway', 'nginx'),
  garbage: () => html('<br />\n<b>Warning</b>:  mysqli_connect(): Too many connections'),
  throttled: () => tooMany(gatewayPage(429, 'Too Many Requests', 'nginx')),
};

function rejectionFor(operation: Operation, request: FastifyRequest): Answer {
  switch (operation) {
    case 'book':
      return refused('Consignee Address is required', 'track_number', 'slip_link');
    case 'cancel':
      return refused(
        Object.fromEntries(
          commaList(text(requestFields(request), 'cn_numbers')).map((cn) => [
            cn,
            'Packet can not be cancelled at this stage',
          ]),
        ),
      );
    case 'track':
      return refused('No record found', 'packet_list');
    case 'lookup':
      return refused('No record found');
    case 'label':
      return notFoundPage();
    default:
      return credentialsRefused(operation);
  }
}
