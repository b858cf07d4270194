import type { z } from 'zod';
import { PlatformError, type PlatformAccess } from '../platform.ts';
import { createCostBudget } from './cost-budget.ts';
import { postJson } from './http.ts';
import { classifyAnswer } from './classify-answer.ts';
import { shopifySettings, type ShopifyOptions, type ShopifySettings } from './settings.ts';

/** The way to Shopify's API. One per process, so that its cost budget is shared. */
export type Shopify = {
  readonly settings: ShopifySettings;
  /**
   * One GraphQL call. It waits for its turn, repeats what is safe to repeat and renews the token once.
   * Throws `PlatformError`; `uncertain` only for writes that may have been carried out.
   */
  ask<Reply>(access: PlatformAccess, request: ShopifyRequest<Reply>): Promise<Reply>;
};

export type ShopifyRequest<Reply> = {
  readonly document: string;
  readonly variables?: Readonly<Record<string, unknown>>;
  /** What `data` must look like. */
  readonly reply: z.ZodType<Reply>;
  /** A write that does no harm when it is carried out twice. Queries always repeat. */
  readonly repeatable?: boolean;
};

export function createShopify(options: ShopifyOptions): Shopify {
  const settings = shopifySettings(options);
  const budget = createCostBudget(settings.now);

  async function ask<Reply>(access: PlatformAccess, request: ShopifyRequest<Reply>): Promise<Reply> {
    const { domain } = access;
    const url = `${settings.baseUrl(domain)}/admin/api/${settings.apiVersion}/graphql.json`;
    const { kind, name } = operationOf(request.document);
    const mayRepeat = kind === 'query' || request.repeatable === true;
    const body = { query: request.document, variables: request.variables ?? {}, operationName: name };

    let token = await access.token();
    let renewed = false;
    let failures = 0;
    let maybeDone = false;
    let waitedMs = 0;
    let waitMs = 0;
    let lastError: PlatformError | undefined;

    for (;;) {
      const turn = budget.reserve(domain, name);
      waitMs = Math.max(waitMs, turn.waitMs);
      if (waitedMs + waitMs > settings.maxWaitMs) {
        turn.end(undefined);
        throw finalError(lastError ?? slowDown(waitMs), maybeDone);
      }
      if (waitMs > 0) await settings.sleep(waitMs);
      waitedMs += waitMs;
      waitMs = 0;

      const answer = await postJson(settings, url, { 'x-shopify-access-token': token }, body);
      const verdict = classifyAnswer(answer, request.reply);
      turn.end('cost' in verdict ? verdict.cost : undefined);
      if (verdict.kind === 'data') return verdict.data;

      lastError = verdict.error;
      if (verdict.kind === 'wait') {
        waitMs = verdict.waitMs;
      } else if (verdict.kind === 'token-refused' && !renewed) {
        renewed = true;
        token = await access.renewedToken(token);
      } else if (verdict.kind === 'not-sent' || verdict.kind === 'lost') {
        if (verdict.kind === 'lost' && kind === 'mutation') maybeDone = true;
        const again = settings.repeatAfterMs[failures++];
        const repeats = verdict.kind === 'not-sent' || mayRepeat;
        if (again === undefined || !repeats) throw finalError(verdict.error, maybeDone);
        waitMs = again;
      } else {
        if (verdict.error.closedAs || verdict.error.kind === 'unauthorised') await access.refused?.(verdict.error);
        throw finalError(verdict.error, maybeDone);
      }
    }
  }

  return { settings, ask };
}

function operationOf(document: string): { kind: 'query' | 'mutation'; name: string } {
  const found = /^[ \t]*(query|mutation)\s+(\w+)/m.exec(document);
  return { kind: found?.[1] === 'mutation' ? 'mutation' : 'query', name: found?.[2] ?? '' };
}

function slowDown(retryAfterMs: number): PlatformError {
  return new PlatformError('unavailable', 'Shopify is limiting our requests.', { retryAfterMs });
}

/** Once an answer to a write was lost, "try later" is no longer true: it may have been carried out. */
function finalError(error: PlatformError, maybeDone: boolean): PlatformError {
  if (!maybeDone) return error;
  return new PlatformError('uncertain', 'Shopify did not say whether it did what we asked.', {
    platformWords: error.platformWords,
    requestId: error.requestId,
    cause: error,
  });
}
