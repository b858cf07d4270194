import type { SandboxContext } from '../../core/sandbox-context.ts';
import type { Answer } from '../http/answer.ts';
import { malformed } from '../http/answer.ts';
import { advanceParcels } from '../parcels/advance-parcels.ts';
import { consignmentBook } from '../parcels/consignment-book.ts';
import { text, whole } from '../http/fields.ts';
import { lifeCycleOf } from '../parcels/routes.ts';
import { pakistanDateTime } from '../../core/pakistan-time.ts';
import { withScan } from '../parcels/scan.ts';
import type { MerchantRequest } from './envelope.ts';
import { fieldErrors, refused, succeeded } from './envelope.ts';
import { orderOf } from './track-orders.ts';

type Advice = {
  trackingNumber: string;
  rows: { remarks: string; remarksDate: string; username: string }[];
};

/** docs/contracts/postex.md, "Cancelling": only while PostEx has not picked the parcel up. */
export function cancelOrder(context: SandboxContext, { account, body }: MerchantRequest): Answer {
  const number = text(body, 'trackingNumber');
  if (number === '') return missing('trackingNumber');
  const parcel = orderOf(context, account, number);
  if (!parcel) return refused('404', 'ORDER NOT FOUND');
  if (parcel.cancelled) return refused('400', 'ORDER ALREADY CANCELLED', 200);
  if (parcel.stage !== 'booked') return refused('400', 'ORDER CANNOT BE CANCELLED AT THIS STAGE', 200);
  consignmentBook(context).save(withScan(parcel, lifeCycleOf('POSTEX').cancelled, context.now()));
  return succeeded('ORDER HAS BEEN CANCELLED');
}

const returnOrder = 1;
const retryOrder = 2;

/** docs/contracts/postex.md, "Shipper's advice" */
export function saveShipperAdvice(context: SandboxContext, { account, body }: MerchantRequest): Answer {
  const number = text(body, 'trackingNumber');
  const remarks = text(body, 'remarks');
  const statusId = whole(body, 'statusId');
  if (number === '') return missing('trackingNumber');
  if (remarks === '') return missing('remarks');
  if (statusId !== returnOrder && statusId !== retryOrder)
    return malformed('statusId', refused('400', 'INVALID STATUS ID'));
  const parcel = orderOf(context, account, number);
  if (!parcel) return refused('404', 'ORDER NOT FOUND');
  if (parcel.stage !== 'attempted') return refused('400', 'ORDER IS NOT UNDER REVIEW', 200);
  advanceParcels(context, {
    tracking_number: number,
    courier: 'POSTEX',
    to: statusId === returnOrder ? 'Return Requested' : 'out_for_delivery',
  });
  const known = advices(context).get(number)?.rows ?? [];
  const row = { remarks, remarksDate: pakistanDateTime(context.now()), username: account.merchantName };
  advices(context).put(number, { trackingNumber: number, rows: [...known, row] });
  return succeeded('SHIPPER ADVICE HAS BEEN SAVED');
}

/** docs/contracts/postex.md, "Shipper's advice" */
export function shipperAdvice(context: SandboxContext, { account, params }: MerchantRequest): Answer {
  const number = text(params, 'trackingNumber');
  if (!orderOf(context, account, number)) return refused('404', 'RECORD NOT FOUND', 200);
  const rows = advices(context).get(number)?.rows ?? [];
  return succeeded('SUCCESSFULLY RETRIEVE SHIPPER ADVICE', [
    { trackingNumber: number, message: 'SUCCESSFULLY RETRIEVE SHIPPER ADVICE', trackingResponse: rows },
  ]);
}

const advices = (context: SandboxContext) => context.state.collection<Advice>('postex-advices');

function missing(field: string): Answer {
  return malformed(
    `no ${field}`,
    refused('400', fieldErrors([{ field, rejected: null, message: 'must not be null' }])),
  );
}
