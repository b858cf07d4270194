import { apiBase } from '@courierdesk/contract/endpoint';

export type Answer = {
  status: number;
  headers: Headers;
  body: unknown;
};

/** One call of the API, as a browser makes it. Throws when there is no answer. */
export async function callApi(
  url: string,
  token: string,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH',
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const answer = await fetch(`${url}${apiBase}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(120_000),
  });
  return { status: answer.status, headers: answer.headers, body: await answer.json() };
}
