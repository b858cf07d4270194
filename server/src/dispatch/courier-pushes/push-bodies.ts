import { isStorable } from '@courierdesk/contract/storable-text';
import * as z from 'zod';

/** One status update as the courier sent it: which parcel to track, and what distinguishes it from other updates. */
export type Push = { readonly trackingNumber: string; readonly status: string; readonly happened: string };

const Text = z
  .union([z.string(), z.number()])
  .transform((value) => String(value).trim())
  .pipe(z.string().max(200).refine(isStorable));
const Number = Text.pipe(z.string().min(1).max(50));
/** A push only makes the parcel due, so its number is enough. */
const Detail = Text.catch('');

/** docs/contracts/leopards.md, "Pushes": a batch. */
const LeopardBody = z.object({ data: z.array(z.unknown()).min(1).max(1_000) });
const LeopardRow = z
  .object({ cn_number: Number, status: Detail, activity_date: Detail })
  .transform((row) => ({ trackingNumber: row.cn_number, status: row.status, happened: row.activity_date }));

/** docs/contracts/postex.md, "Pushes": one at a time. */
const PostexBody = z
  .object({ trackingNumber: Number, orderStatus: Detail, statusUpdateDatetime: Detail })
  .transform((row) => ({
    trackingNumber: row.trackingNumber,
    status: row.orderStatus,
    happened: row.statusUpdateDatetime,
  }));

/** The updates of a body that can be read, and how many cannot. */
export function readPush(
  company: 'LEOPARD' | 'POSTEX',
  body: unknown,
): { readonly pushes: readonly Push[]; readonly unreadable: number } {
  const rows = company === 'POSTEX' ? [body] : (LeopardBody.safeParse(body).data?.data ?? []);
  const row = company === 'POSTEX' ? PostexBody : LeopardRow;
  const pushes = rows.flatMap((one) => row.safeParse(one).data ?? []);
  return { pushes, unreadable: rows.length - pushes.length };
}

/** The reply that the courier expects. PostEx documents none, so we send 200 with a readable body. */
export function pushAnswer(
  company: 'LEOPARD' | 'POSTEX',
  outcome: 'taken' | 'refused' | 'unreadable',
): { status: number; body: unknown } {
  const words = { taken: '', refused: 'The secret is wrong', unreadable: 'The body is not a status update' }[outcome];
  if (company === 'POSTEX')
    return { status: { taken: 200, refused: 401, unreadable: 400 }[outcome], body: { status: outcome, error: words } };
  return {
    status: { taken: 202, refused: 401, unreadable: 400 }[outcome],
    body: [outcome === 'taken' ? { status: 1, errors: [] } : { status: 0, errors: [words] }],
  };
}
