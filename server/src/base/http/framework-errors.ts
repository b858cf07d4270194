import type { ErrorItem } from '../errors.ts';

/** The error reply to a call that was not carried out. */
export type Refusal = { readonly status: number; readonly items: readonly [ErrorItem, ...ErrorItem[]] | ErrorItem[] };

/** The error reply to a request that Fastify refused before it reached a handler of ours. */
export function frameworkError(status: number, code = ''): Refusal {
  return { status, items: [byCode[code] ?? byStatus[status] ?? unreadable] };
}

const unreadable: ErrorItem = { code: 'invalid-input', msg: 'The request could not be read.' };

const byStatus: Readonly<Record<number, ErrorItem>> = {
  405: { code: 'wrong-method', msg: 'This URL does not support this method. See the Allow header.' },
  408: { code: 'too-slow', msg: 'Your request took too long to reach us. Check your connection and try again.' },
  413: { code: 'too-large', msg: 'This request is too large. Send it in smaller parts.' },
  414: { code: 'too-large', msg: 'The URL is too long.' },
  415: { code: 'wrong-type', msg: 'Send the body as JSON, with the header Content-Type: application/json.' },
  431: { code: 'too-large', msg: 'The request headers are too large.' },
};

const byCode: Readonly<Record<string, ErrorItem>> = {
  FST_ERR_BAD_URL: { code: 'invalid-input', msg: 'The URL contains an invalid character.' },
  FST_ERR_CTP_EMPTY_JSON_BODY: { code: 'invalid-input', msg: 'The body is empty. Send JSON.' },
  FST_ERR_CTP_INVALID_JSON_BODY: { code: 'invalid-input', msg: 'The body is not valid JSON.' },
  FST_CP_ERR_INVALID_CONTENT: { code: 'invalid-input', msg: 'The compressed body could not be decompressed.' },
  FST_CP_ERR_INVALID_CONTENT_ENCODING: {
    code: 'wrong-type',
    msg: 'This URL does not support this Content-Encoding.',
  },
};
