import type { FastifyRequest } from 'fastify';
import type { Answer } from '../http/answer.ts';
import { gatewayPage, html, json, malformed, tooMany } from '../http/answer.ts';
import type { Fields } from '../http/fields.ts';
import { fieldsOf, text } from '../http/fields.ts';
import type { Operation, CourierFaultAnswers } from '../http/operation.ts';
import { isUnreadable } from '../http/request-body.ts';
import type { PostexAccount } from './accounts.ts';
import { postexAccount } from './accounts.ts';

/** `statusCode` is a text. */
export const succeeded = (statusMessage: string, dist?: unknown): Answer =>
  json({ statusCode: '200', statusMessage, ...(dist !== undefined && { dist }) });

export const refused = (statusCode: string, statusMessage: string, status = Number(statusCode)): Answer =>
  json({ statusCode, statusMessage }, status);

export type MerchantRequest = {
  account: PostexAccount;
  query: Fields;
  body: Fields;
  params: Fields;
};

/** Spring checks the parameters before PostEx checks the token. */
export function forMerchant(
  request: FastifyRequest,
  parameters: Record<string, 'String' | 'List' | 'Integer'>,
  answer: (merchantRequest: MerchantRequest) => Answer | Promise<Answer>,
): Answer | Promise<Answer> {
  const query = fieldsOf(request.query);
  for (const [name, type] of Object.entries(parameters)) {
    const value = text(query, name);
    if (value === '') return springError(request, `Required ${type} parameter '${name}' is not present`);
    if (type === 'Integer' && !/^-?\d+$/.test(value)) {
      return springError(
        request,
        `Failed to convert value of type 'java.lang.String' to required type 'java.lang.Integer'`,
      );
    }
  }
  if (isUnreadable(request)) return springError(request, 'JSON parse error: Unexpected character');
  const token = request.headers['token'];
  const account = typeof token === 'string' ? postexAccount(token) : undefined;
  if (!account) return refused('401', 'TOKEN IS INVALID');
  return answer({ account, query, body: fieldsOf(request.body), params: fieldsOf(request.params) });
}

function springError(request: FastifyRequest, why: string): Answer {
  const exception = 'org.springframework.web.bind.MissingServletRequestParameterException';
  const trace = `${exception}: ${why}\n\tat org.springframework.web.method.annotation.RequestParamMethodArgumentResolver.handleMissingValue`;
  const [path = ''] = request.url.split('?');
  return malformed(why, json({ status: 400, error: 'Bad Request', trace, message: why, path }, 400));
}

export const notFoundPage = (): Answer => gatewayPage(404, 'Not Found', 'nginx/1.18.0 (Ubuntu)');

/** The error text of a failed field check. */
export function fieldErrors(fields: { field: string; rejected: unknown; message: string }[]): string {
  const object = 'createOrderRequestDto';
  const each = fields.map(
    ({ field, rejected, message }) =>
      `[Field error in object '${object}' on field '${field}': rejected value [${String(rejected ?? 'null')}]; codes [NotNull.${object}.${field},NotNull.${field},NotNull]; arguments []; default message [${field}]]; default message [${message}]]`,
  );
  return `Validation failed for argument [1] in public org.springframework.http.ResponseEntity createOrder(): ${each.join(' ')} `;
}

export const postexFaultAnswers: CourierFaultAnswers = {
  target: 'postex',
  rejection: rejectionFor,
  credentialsRefused: () => refused('401', 'TOKEN IS INVALID'),
  serverError: () =>
    json({ status: 500, error: 'Internal Server Error', trace: 'java.lang.NullPointerException' }, 500),
  badGateway: () => gatewayPage(502, 'Bad Gateway', 'nginx/1.18.0 (Ubuntu)'),
  garbage: () => html('<!doctype html><title>PostEx</title><div id="root"></div>'),
  throttled: () => tooMany(gatewayPage(429, 'Too Many Requests', 'nginx/1.18.0 (Ubuntu)')),
};

function rejectionFor(operation: Operation, request: FastifyRequest): Answer {
  switch (operation) {
    case 'book':
      return refused('400', fieldErrors([{ field: 'cityName', rejected: null, message: 'must not be null' }]));
    case 'cancel':
      return refused('400', 'ORDER CANNOT BE CANCELLED', 200);
    case 'track':
      // PostEx sometimes answers this although the parameter was sent.
      if (request.url.includes('track-bulk-order')) {
        return springError(request, "Required List parameter 'TrackingNumbers' is not present");
      }
      return refused('404', 'RECORD NOT FOUND', 200);
    case 'lookup':
      return succeeded('NO RECORD FOUND', []);
    case 'label':
      return refused('404', 'Order not found with tracking Number');
    default:
      return refused('401', 'TOKEN IS INVALID');
  }
}
