import type { ErrorPage } from '../../base/http/error-page.ts';

/** Thrown to end the visit of a person from the store with a page. */
export class StorePageError extends Error {
  readonly page: ErrorPage;
  constructor(page: ErrorPage, cause?: unknown) {
    super(page.title, { cause });
    this.name = 'StorePageError';
    this.page = page;
  }
}
