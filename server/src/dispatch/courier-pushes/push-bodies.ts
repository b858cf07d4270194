import * as z from 'zod';

/** One status update as the courier sent it: which parcel to track, and what distinguishes it from other updates. */
export type Push = { readonly trackingNumber: string; readonly status: string; readonly happened: string };

const Text = z
  .union([z.string(), z.number()])
  .transform((value) => String(value).trim())
  .pipe(z.string().max(200));
const Number = Text.pipe(z.string().min(1).max(50));

/** docs/contracts/leopards.md, "Pushes": a batch. */
const LeopardBody = z.object({
  data: z
    .array(z.object({ cn_number: Number, status: Text, activity_date: Text.nullish() }))
    .min(1)
    .max(1_000),
});

/** docs/contracts/postex.md, "Pushes": one at a time. */
const PostexBody = z.object({
  trackingNumber: Number,
  orderStatus: Text,
  statusUpdateDatetime: Text.nullish(),
});

/** Undefined when the body is not a status update of this courier. */
export function readPush(company: 'LEOPARD' | 'POSTEX', body: unknown): Push[] | undefined {
  if (company === 'POSTEX') {
    const { data } = PostexBody.safeParse(body);
    return (
      data && [
        { trackingNumber: data.trackingNumber, status: data.orderStatus, happened: data.statusUpdateDatetime ?? '' },
      ]
    );
  }
  return LeopardBody.safeParse(body).data?.data.map((one) => ({
    trackingNumber: one.cn_number,
    status: one.status,
    happened: one.activity_date ?? '',
  }));
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
