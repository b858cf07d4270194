import type { SandboxContext } from '../../core/sandbox-context.ts';
import type { Answer } from '../http/answer.ts';
import { json, malformed } from '../http/answer.ts';
import { consignmentBook } from '../parcels/consignment-book.ts';
import type { Fields } from '../http/fields.ts';
import { commaList, text } from '../http/fields.ts';
import { lifeCycleOf } from '../parcels/routes.ts';
import { withScan } from '../parcels/scan.ts';
import type { LeopardAccount } from './accounts.ts';
import { refused } from './envelope.ts';

/** docs/contracts/leopards.md, "Cancelling": possible before pickup; the refused numbers are named with their reasons. */
export function cancelPackets(context: SandboxContext, account: LeopardAccount, fields: Fields): Answer {
  const numbers = commaList(text(fields, 'cn_numbers'));
  if (numbers.length === 0) return malformed('no cn_numbers', refused('CN required'));
  const reasons: Record<string, string> = {};
  for (const number of numbers) {
    const reason = cancelOne(context, account, number);
    if (reason) reasons[number] = reason;
  }
  if (Object.keys(reasons).length > 0) return refused(reasons);
  return json({ status: '1', error: 'null' });
}

function cancelOne(context: SandboxContext, account: LeopardAccount, number: string): string | undefined {
  const book = consignmentBook(context);
  const parcel = book.find('LEOPARD', number);
  if (!parcel || parcel.account !== account.api_key) return 'Invalid CN Number';
  if (parcel.cancelled) return 'Packet already cancelled';
  if (parcel.stage !== 'booked') return 'Packet can not be cancelled at this stage';
  book.save(withScan(parcel, lifeCycleOf('LEOPARD').cancelled, context.now()));
  return undefined;
}
