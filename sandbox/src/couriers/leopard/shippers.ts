import type { Answer } from '../http/answer.ts';
import { json } from '../http/answer.ts';
import type { Fields } from '../http/fields.ts';
import { text } from '../http/fields.ts';
import type { LeopardAccount, LeopardShipper } from './accounts.ts';
import { refused } from './envelope.ts';

/** docs/contracts/leopards.md, "Shippers": all shippers, or those whose named field has the value. */
export function shipperDetails(account: LeopardAccount, fields: Fields): Answer {
  const param = text(fields, 'request_param');
  const value = text(fields, 'request_value');
  const rows = account.shippers.map(shipperRow);
  const found = param === '' ? rows : rows.filter((row) => text(row, param) === value);
  return found.length === 0 ? refused('No record found', 'data') : json({ status: 1, error: '0', data: found });
}

function shipperRow(shipper: LeopardShipper): Record<string, unknown> {
  return {
    shipment_id: shipper.shipment_id,
    shipment_name_eng: shipper.name,
    shipment_contact_person: shipper.name,
    shipment_email: shipper.email,
    shipment_phone: shipper.phone,
    shipment_address: shipper.address,
    bank_id: '14',
    bank_account_no: '',
    bank_account_title: shipper.name,
    is_settlement: '1',
    cnic: '',
    return_address: shipper.return_address,
    shipper_city_id: shipper.city_id,
  };
}
