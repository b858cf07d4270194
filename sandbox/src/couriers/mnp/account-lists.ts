import type { Answer } from '../http/answer.ts';
import { json } from '../http/answer.ts';
import type { Fields } from '../http/fields.ts';
import { text, whole } from '../http/fields.ts';
import type { MnpLocation } from './accounts.ts';
import { findAccount, locationListAnswer, wrongPassword } from './envelope.ts';

/** Refused credentials come as a text where a city should be. */
export function cityList(fields: Fields, cities: string[]): Answer {
  const account = findAccount(fields);
  if (!account) return json([{ City: [wrongPassword] }]);
  return json([{ City: text(fields, 'accountno') === account.accountNo ? cities : ['Invalid account number'] }]);
}

export function locationList(fields: Fields): Answer {
  const account = findAccount(fields);
  if (!account) return locationListAnswer(false, wrongPassword, null);
  if (text(fields, 'accountno') !== account.accountNo) return locationListAnswer(false, 'Invalid account number', null);
  return locationListAnswer(true, 'Success', account.locations.map(locationRow));
}

export function subAccountLocationList(fields: Fields): Answer {
  const account = findAccount(fields);
  if (!account) return locationListAnswer(false, wrongPassword, null);
  const known = account.subAccounts.some((sub) => sub.subAccountId === whole(fields, 'subaccountid'));
  return known
    ? locationListAnswer(true, 'Success', account.locations.map(locationRow))
    : locationListAnswer(false, 'Invalid sub account', null);
}

export function subAccountList(fields: Fields): Answer {
  const account = findAccount(fields);
  if (!account) return locationListAnswer(false, wrongPassword, null);
  if (text(fields, 'accountno') !== account.accountNo) return locationListAnswer(false, 'Invalid account number', null);
  return locationListAnswer(true, 'Success', account.subAccounts);
}

export function accountList(fields: Fields): Answer {
  const account = findAccount(fields);
  if (!account) return locationListAnswer(false, wrongPassword, null);
  return locationListAnswer(true, 'Success', [{ AccountNo: account.accountNo, IsCod: account.isCod }]);
}

const locationRow = ({ locationID, locationName, locationAddress }: MnpLocation) => ({
  locationID,
  locationName,
  locationAddress,
});
