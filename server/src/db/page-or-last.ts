import { pagesOf, type Paging } from '@courierdesk/contract/paging';

type Page = { readonly rows: readonly unknown[]; readonly total: number };

/** The page that was asked for, or the last one when there are fewer. */
export async function pageOrLast<Asked extends Paging, Read extends Page>(
  asked: Asked,
  read: (asked: Asked) => Promise<Read>,
): Promise<Read> {
  const page = await read(asked);
  const last = pagesOf(asked, page.total);
  return asked.page > last ? read({ ...asked, page: last }) : page;
}
