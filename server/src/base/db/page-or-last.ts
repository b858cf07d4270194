import { pagesOf, type Paging } from '@courierdesk/contract/paging';

type Page = { readonly rows: readonly unknown[]; readonly total: number };

/** Reads the requested page, or the last one if there are fewer. */
export async function pageOrLast<Request extends Paging, Read extends Page>(
  request: Request,
  read: (request: Request) => Promise<Read>,
): Promise<Read> {
  const page = await read(request);
  const last = pagesOf(request, page.total);
  return request.page > last ? read({ ...request, page: last }) : page;
}
