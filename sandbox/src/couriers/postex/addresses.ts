import type { SandboxContext } from '../../core/sandbox-context.ts';
import type { Answer } from '../http/answer.ts';
import { malformed } from '../http/answer.ts';
import { text, whole } from '../http/fields.ts';
import { addedAddresses, addressesOf } from './accounts.ts';
import type { MerchantRequest } from './envelope.ts';
import { fieldErrors, refused, succeeded } from './envelope.ts';

/** docs/contracts/postex.md, "Pick-up addresses" */
export function merchantAddresses(context: SandboxContext, { account, query }: MerchantRequest): Answer {
  const city = text(query, 'cityName').toLowerCase();
  const rows = addressesOf(context, account).filter(
    (address) => city === '' || address.cityName.toLowerCase() === city,
  );
  return succeeded('SUCCESSFULLY RETRIEVE MERCHANT ADDRESSES', rows);
}

const required = ['address', 'cityName', 'contactPersonName', 'phone1', 'phone2'];

/** docs/contracts/postex.md, "Pick-up addresses": the answer does not tell the new code. */
export function createMerchantAddress(context: SandboxContext, { account, body }: MerchantRequest): Answer {
  const missing = required.filter((field) => text(body, field) === '');
  if (missing.length > 0) {
    const words = fieldErrors(missing.map((field) => ({ field, rejected: null, message: 'must not be null' })));
    return malformed('fields missing', refused('400', words));
  }
  const type = whole(body, 'addressTypeId');
  if (type !== 1 && type !== 2) return malformed('addressTypeId', refused('400', 'INVALID ADDRESS TYPE'));
  const merchantAddressId = 150_000 + context.state.counter('postex-address');
  addedAddresses(context).put(String(merchantAddressId), {
    merchantAddressId,
    address: text(body, 'address'),
    phone1: text(body, 'phone1'),
    phone2: text(body, 'phone2'),
    contactPersonName: text(body, 'contactPersonName'),
    merchantId: account.merchantId,
    cityId: 0,
    cityName: text(body, 'cityName'),
    addressCode: String(addressesOf(context, account).length + 1).padStart(3, '0'),
    isEditable: true,
    addressType: type === 1 ? 'Return Address' : 'Pickup/Return Address',
  });
  return succeeded('MERCHANT ADDRESS HAS BEEN CREATED');
}
