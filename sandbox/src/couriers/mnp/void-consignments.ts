import type { SandboxContext } from '../../core/sandbox-context.ts';
import type { Answer } from '../http/answer.ts';
import { malformed } from '../http/answer.ts';
import { consignmentBook } from '../parcels/consignment-book.ts';
import type { Fields } from '../http/fields.ts';
import { text, texts } from '../http/fields.ts';
import { lifeCycleOf } from '../parcels/routes.ts';
import { withScan } from '../parcels/scan.ts';
import type { MnpAccount } from './accounts.ts';
import { findAccount, answerWithBooleanFlag, wrongPassword } from './envelope.ts';
import { locations } from './insert-booking.ts';

/** docs/contracts/mnp.md, "Cancelling": the outer success only says that the list was read. */
export function voidConsignments(context: SandboxContext, fields: Fields): Answer {
  const account = findAccount(fields);
  if (!account) return answerWithBooleanFlag(false, wrongPassword, { orderReferenceIdList: [] });
  const numbers = texts(fields, 'consignmentnumberlist');
  if (!numbers)
    return malformed(
      'no consignmentNumberList',
      answerWithBooleanFlag(false, 'consignmentNumberList is required', { orderReferenceIdList: [] }),
    );
  const location = Number(text(fields, 'locationid'));
  const results = numbers.map((consignmentNumber) => {
    const reason = voidOne(context, account, location, consignmentNumber);
    return { consignmentNumber, success: reason === undefined, message: reason ?? 'CN marked void' };
  });
  return answerWithBooleanFlag(true, 'Succes, Details in List', { orderReferenceIdList: results });
}

function voidOne(context: SandboxContext, account: MnpAccount, location: number, number: string): string | undefined {
  const book = consignmentBook(context);
  const parcel = book.find('MNP', number);
  if (!parcel || parcel.account !== account.accountNo) return 'Invalid consignment number';
  const bookedAt = locations(context).get(number);
  if (account.voidByLocation && bookedAt !== undefined && bookedAt !== location)
    return 'CN does not belong to this location';
  if (parcel.cancelled) return 'CN already void';
  if (parcel.stage !== 'booked') return 'CN cannot be void after arrival';
  book.save(withScan(parcel, lifeCycleOf('MNP').cancelled, context.now()));
  return undefined;
}
