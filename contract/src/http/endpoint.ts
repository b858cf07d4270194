import type * as z from 'zod';
import type { ErrorCode } from './errors.ts';
import type { Access } from './scopes.ts';

export const apiBase = '/api/v1';

type Shape = z.ZodType;

/**
 * One call of the API, declared once for server, browser and OpenAPI document.
 * `path` is below `/api/v1`, with parameters as `:name`.
 */
export type Endpoint<
  Params extends Shape = Shape,
  Query extends Shape = Shape,
  Body extends Shape = Shape,
  Reply extends Shape = Shape,
  Allowed extends Access = Access,
> = {
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly summary: string;
  readonly access: Allowed;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** Body of the success reply; 200, or 202 where the endpoint says `mayBeUnderWay`. */
  readonly reply: Reply;
  readonly mayBeUnderWay?: boolean;
  readonly errors: readonly ErrorCode[];
  /** The maximum size of a request body in bytes, after it was unpacked; 100 KB unless given. */
  readonly bodyLimit?: number;
  /** The body is no JSON, but lines of this media type. */
  readonly bodyLines?: { readonly type: string; readonly description: string };
  /** Takes bodies with `Content-Encoding: gzip` as well. */
  readonly takesGzip?: boolean;
  /** The header `Idempotency-Key` makes a repeated call return the first answer. */
  readonly takesIdempotencyKey?: boolean;
  /** Open to staff who must set up two-factor before they can do anything else. */
  readonly duringTwoFactorSetUp?: boolean;
  /** Takes texts that the database cannot store: the action says what is wrong with them. */
  readonly takesAnyText?: boolean;
};

export type ParamsOf<E> = E extends Endpoint<infer P, Shape, Shape, Shape, Access> ? z.output<P> : never;
export type QueryOf<E> = E extends Endpoint<Shape, infer Q, Shape, Shape, Access> ? z.output<Q> : never;
export type BodyOf<E> = E extends Endpoint<Shape, Shape, infer B, Shape, Access> ? z.output<B> : never;
export type ReplyOf<E> = E extends Endpoint<Shape, Shape, Shape, infer R, Access> ? z.output<R> : never;
export type ParamsInput<E> = E extends Endpoint<infer P, Shape, Shape, Shape, Access> ? z.input<P> : never;
export type QueryInput<E> = E extends Endpoint<Shape, infer Q, Shape, Shape, Access> ? z.input<Q> : never;
export type BodyInput<E> = E extends Endpoint<Shape, Shape, infer B, Shape, Access> ? z.input<B> : never;

/** Declares an endpoint. What is left out takes nothing. */
export function endpoint<
  Reply extends Shape,
  const Allowed extends Access,
  Params extends Shape = z.ZodUndefined,
  Query extends Shape = z.ZodUndefined,
  Body extends Shape = z.ZodUndefined,
>(
  declaration: Pick<Endpoint, 'name' | 'method' | 'path' | 'summary'> & {
    access: Allowed;
    params?: Params;
    query?: Query;
    body?: Body;
    reply: Reply;
    mayBeUnderWay?: boolean;
    errors?: readonly ErrorCode[];
    bodyLimit?: number;
    bodyLines?: Endpoint['bodyLines'];
    takesGzip?: boolean;
    takesIdempotencyKey?: boolean;
    takesAnyText?: boolean;
    duringTwoFactorSetUp?: boolean;
  },
): Endpoint<Params, Query, Body, Reply, Allowed> {
  return { errors: [], ...declaration } as Endpoint<Params, Query, Body, Reply, Allowed>;
}
