import { endpointsBySubject } from '@courierdesk/contract/api';
import { apiBase, type Endpoint } from '@courierdesk/contract/endpoint';
import { Failure } from '@courierdesk/contract/errors';
import type * as z from 'zod';
import { statusOf } from '../../errors.ts';
import { jsonSchemasOf, type JsonSchemas } from './json-schemas.ts';

/** The served endpoints as an OpenAPI document. */
export function apiDocument(served: ReadonlySet<Endpoint>) {
  const subjects = Object.entries<readonly Endpoint[]>(endpointsBySubject).map(
    ([name, endpoints]) => [name, endpoints.filter((endpoint) => served.has(endpoint))] as const,
  );
  const schemas = jsonSchemasOf(subjects.flatMap(([, endpoints]) => endpoints));
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [subject, endpoints] of subjects)
    for (const endpoint of endpoints) {
      const path = `${apiBase}${endpoint.path.replaceAll(/:(\w+)/g, '{$1}')}`;
      paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint, subject, schemas) };
    }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Courierdesk API',
      version: '1',
      description:
        'Books store orders with couriers and tracks the parcels. Amounts in rupees, times in UTC, days in the time zone of the shop. Sign in with `POST /login-user` and send its token as `Authorization: Bearer`. Each failed call answers with `Failure`.',
    },
    servers: [{ url: '/' }],
    tags: subjects.map(([name]) => ({ name })),
    security: [{ bearer: [] }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      parameters: { IdempotencyKey: idempotencyKey },
      responses: Object.fromEntries(
        Object.values(failures).map(({ name, description }) => [
          name,
          { description, content: { 'application/json': { schema: schemas.output(Failure) } } },
        ]),
      ),
      schemas: schemas.components,
    },
  };
}

/** What a status of a failed call says, for every call. */
const failures: Readonly<Record<number, { readonly name: string; readonly description: string }>> = {
  400: { name: 'BadRequest', description: 'The request is not valid. `field` names what to correct.' },
  401: { name: 'Unauthorised', description: 'No valid session. Sign in again.' },
  403: { name: 'Forbidden', description: 'The user, or the plan of the shop, does not allow this.' },
  404: { name: 'NotFound', description: 'There is no such thing in this shop.' },
  409: { name: 'Conflict', description: 'The present state does not allow this. The code says why.' },
  413: { name: 'TooLarge', description: 'The body or the URL is too large.' },
  415: { name: 'WrongType', description: 'The Content-Type or Content-Encoding is not supported here.' },
  422: { name: 'Refused', description: 'The courier or the store refused, or did not respond. The code says why.' },
  429: { name: 'TooManyRequests', description: 'Too many requests. Wait for the seconds in Retry-After.' },
  500: { name: 'InternalError', description: 'A fault of ours. Report `request_id`.' },
  503: { name: 'Unavailable', description: 'We cannot do this at the moment. Try again after Retry-After.' },
};

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Of your choice, new for each booking. The same key and body again return the same booking instead of a second one.',
  schema: { type: 'string', pattern: '^[\\x21-\\x7e]{8,100}$' },
};

function operation(endpoint: Endpoint, subject: string, schemas: JsonSchemas): Record<string, unknown> {
  const [summary, rest] = firstSentence(endpoint.summary);
  const body = requestBody(endpoint, schemas);
  const parameters = [
    ...(endpoint.params ? parametersIn('path', endpoint.params, schemas) : []),
    ...(endpoint.query ? parametersIn('query', endpoint.query, schemas) : []),
    ...(endpoint.takesIdempotencyKey ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
  ];
  return {
    operationId: endpoint.name,
    tags: [subject],
    summary,
    description: [rest, whoMayCall(endpoint), errorCodes(endpoint)].filter(Boolean).join('\n\n'),
    ...(endpoint.access === 'public' && { security: [] }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: body }),
    responses: { ...success(endpoint, schemas), ...failed(endpoint) },
  };
}

function firstSentence(text: string): [string, string] {
  const end = text.search(/\.(?= [A-Z0-9`])/);
  return end === -1 ? [text.replace(/\.$/, ''), ''] : [text.slice(0, end), text.slice(end + 2)];
}

function whoMayCall({ access }: Endpoint): string {
  if (access === 'public') return 'No sign-in needed.';
  if (access === 'signed-in') return 'Anyone signed in may call it.';
  if (access === 'owner') return 'Only the owner may call it.';
  return `Owners may call it, and staff with ${access.map((scope) => `\`${scope}\``).join(' or ')}.`;
}

const errorCodes = ({ errors }: Endpoint): string =>
  errors.length > 0 ? `Error codes of its own: ${[...new Set(errors)].map((code) => `\`${code}\``).join(', ')}.` : '';

const parametersIn = (place: 'path' | 'query', schema: z.ZodType, schemas: JsonSchemas): unknown[] =>
  schemas
    .parameters(schema)
    .map(({ required, ...parameter }) => ({ ...parameter, in: place, ...(required && { required }) }));

function requestBody({ body, bodyLines }: Endpoint, schemas: JsonSchemas): Record<string, unknown> | undefined {
  if (bodyLines)
    return {
      required: true,
      description: bodyLines.description,
      content: { [bodyLines.type]: { schema: { type: 'string' } } },
    };
  if (!body) return undefined;
  return {
    ...(!body.safeParse(undefined).success && { required: true }),
    content: { 'application/json': { schema: schemas.input(body) } },
  };
}

function success({ method, reply, mayBeUnderWay }: Endpoint, schemas: JsonSchemas): Record<string, unknown> {
  const schema = schemas.output(reply);
  const isFile = schema.format === 'binary';
  const content = { [isFile ? 'application/octet-stream' : 'application/json']: { schema } };
  const description = isFile ? 'The file' : method === 'GET' ? 'The data' : 'Done';
  return {
    200: { description, content },
    ...(mayBeUnderWay && { 202: { description: 'Accepted and not finished yet', content } }),
  };
}

function failed({ access, path, body, bodyLines, errors }: Endpoint): Record<string, unknown> {
  const statuses = new Set([
    400,
    ...(access === 'public' ? [] : [401, 403]),
    ...(path.includes(':') ? [404] : []),
    ...(body || bodyLines ? [413, 415] : []),
    ...errors.map((code) => statusOf[code]),
    429,
    500,
    503,
  ]);
  return Object.fromEntries(
    [...statuses].map((status) => [
      status,
      { $ref: `#/components/responses/${failures[status]?.name ?? 'InternalError'}` },
    ]),
  );
}
