import type { World } from '../../world.ts';
import type { Answer } from '../answer.ts';
import { malformed } from '../answer.ts';
import { consignmentBook } from '../consignment-book.ts';
import type { Fields } from '../fields.ts';
import { text, texts } from '../fields.ts';
import { lifeCycleOf } from '../life-cycle.ts';
import { scanned } from '../scan.ts';
import type { MnpAccount } from './accounts.ts';
import { accountAsked, inBooleans, wrongPassword } from './envelope.ts';
import { locations } from './insert-booking.ts';

/** couriers/mnp.md 4: the outer success only says that the list was read. */
export function voidConsignments(world: World, fields: Fields): Answer {
  const account = accountAsked(fields);
  if (!account) return inBooleans(false, wrongPassword, { orderReferenceIdList: [] });
  const numbers = texts(fields, 'consignmentnumberlist');
  if (!numbers)
    return malformed(
      'no consignmentNumberList',
      inBooleans(false, 'consignmentNumberList is required', { orderReferenceIdList: [] }),
    );
  const location = Number(text(fields, 'locationid'));
  const results = numbers.map((consignmentNumber) => {
    const reason = voidOne(world, account, location, consignmentNumber);
    return { consignmentNumber, success: reason === undefined, message: reason ?? 'CN marked void' };
  });
  return inBooleans(true, 'Succes, Details in List', { orderReferenceIdList: results });
}

function voidOne(world: World, account: MnpAccount, location: number, number: string): string | undefined {
  const book = consignmentBook(world);
  const parcel = book.find('MNP', number);
  if (!parcel || parcel.account !== account.accountNo) return 'Invalid consignment number';
  const bookedAt = locations(world).get(number);
  if (account.voidByLocation && bookedAt !== undefined && bookedAt !== location)
    return 'CN does not belong to this location';
  if (parcel.cancelled) return 'CN already void';
  if (parcel.stage !== 'booked') return 'CN cannot be void after arrival';
  book.save(scanned(parcel, lifeCycleOf('MNP').cancelled, world.now()));
  return undefined;
}
