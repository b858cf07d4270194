import type { SandboxContext } from '../../core/sandbox-context.ts';
import type { Answer } from '../http/answer.ts';
import { malformed } from '../http/answer.ts';
import type { Consignment } from '../parcels/consignment.ts';
import { consignmentBook } from '../parcels/consignment-book.ts';
import type { Fields } from '../http/fields.ts';
import { text } from '../http/fields.ts';
import { pakistanDateTime, pakistanDay } from '../../core/pakistan-time.ts';
import { findAccount, answerWithBooleanFlag, wrongPassword } from './envelope.ts';

const maxWindowDays = 31;

/** docs/contracts/mnp.md, "Looking up a booking": carries no status and includes voided consignments. */
export function detailByReference(context: SandboxContext, fields: Fields): Answer {
  const account = findAccount(fields);
  if (!account) return answerWithBooleanFlag(false, wrongPassword, { Details: [] });
  if (text(fields, 'accountnumber') !== account.accountNo)
    return answerWithBooleanFlag(false, 'Invalid account number', { Details: [] });
  const reference = text(fields, 'customerorderref');
  if (reference === '')
    return malformed(
      'no CustomerOrderRef',
      answerWithBooleanFlag(false, 'CustomerOrderRef is required', { Details: [] }),
    );
  const found = consignmentBook(context).byReference('MNP', account.accountNo, reference);
  if (found.length === 0) return answerWithBooleanFlag(false, 'No record found', { Details: [] });
  return answerWithBooleanFlag(true, 'Success', { Details: found.map((parcel) => detailRow(parcel)) });
}

/** docs/contracts/mnp.md, "Payments": payments, not consignments. */
export function paymentReport(context: SandboxContext, fields: Fields): Answer {
  const account = findAccount(fields);
  if (!account) return answerWithBooleanFlag(false, wrongPassword, { Details: [] });
  const from = Date.parse(text(fields, 'datefrom'));
  const to = Date.parse(text(fields, 'dateto'));
  if (Number.isNaN(from) || Number.isNaN(to))
    return malformed('dates are not ISO', answerWithBooleanFlag(false, 'Invalid date', { Details: [] }));
  if (to - from > maxWindowDays * 86_400_000) {
    return malformed(
      'window too long',
      answerWithBooleanFlag(false, `Maximum ${maxWindowDays} days are allowed`, { Details: [] }),
    );
  }
  const [location] = account.locations;
  return answerWithBooleanFlag(true, 'Success', {
    AccountNo: account.accountNo,
    BeneficiaryName: location?.locationName ?? '',
    BankName: 'Meezan Bank',
    Details: paymentsOf(context, account.accountNo, from, to + 86_400_000),
  });
}

function paymentsOf(context: SandboxContext, accountNo: string, from: number, until: number) {
  const amounts = new Map<string, { paidOn: string; amount: number }>();
  for (const parcel of consignmentBook(context).all()) {
    if (parcel.courier !== 'MNP' || parcel.account !== accountNo || !parcel.paid_at) continue;
    const at = Date.parse(parcel.paid_at);
    if (at < from || at >= until) continue;
    const day = pakistanDay(parcel.paid_at).replaceAll('-', '');
    const known = amounts.get(day);
    amounts.set(day, { paidOn: parcel.paid_at, amount: (known?.amount ?? 0) + parcel.cod });
  }
  return Array.from(amounts, ([day, payment], index) => ({
    serial_no: index + 1,
    PaymentID: `${day}26`,
    PaidOn: pakistanDateTime(payment.paidOn).replace(' ', 'T'),
    RRAmount: payment.amount,
    InvoiceAmount: 0,
    NetPayable: payment.amount,
    InstrumentMode: 'IBFT',
    InstrumentNumber: `IBFT${day}26`,
  }));
}

function detailRow(parcel: Consignment) {
  return {
    consignmentNumber: parcel.tracking_number,
    consignee: parcel.consignee.name,
    address: parcel.consignee.address,
    consigneePhoneNo: parcel.consignee.phone.replace(/^0/, ''),
    weight: parcel.weight_grams / 1000,
    pieces: parcel.pieces,
    ServiceType: parcel.service,
    DestinationCity: parcel.destination_city.trim().toUpperCase(),
    CODAmount: parcel.cod,
    CustomerOrderNo: parcel.reference,
    productDescription: parcel.contents,
    consigner: parcel.shipper.name,
    consignerAccountNo: parcel.account,
  };
}
