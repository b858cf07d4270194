import { gid } from '../protocol/ids.ts';
import type { Address, StoredOrder } from '../platform/order.ts';
import { fullName } from '../platform/order.ts';

export function presentAddress(ownerId: number, address: Address | null): object | null {
  if (!address) return null;
  return {
    __typename: 'MailingAddress',
    id: `${gid('MailingAddress', ownerId)}?model_name=Address`,
    name: fullName(address),
    firstName: address.firstName,
    lastName: address.lastName,
    company: address.company,
    address1: address.address1,
    address2: address.address2,
    city: address.city,
    province: address.province,
    provinceCode: address.provinceCode,
    zip: address.zip,
    country: address.country,
    countryCodeV2: address.countryCode,
    phone: address.phone,
    latitude: null,
    longitude: null,
    coordinatesValidated: false,
  };
}

export function presentCustomer(order: StoredOrder): object | null {
  const { customer } = order;
  if (!customer) return null;
  return {
    __typename: 'Customer',
    id: gid('Customer', customer.id),
    legacyResourceId: String(customer.id),
    firstName: customer.firstName,
    lastName: customer.lastName,
    displayName: fullName(customer) ?? order.email ?? order.phone ?? 'Customer',
    defaultEmailAddress: order.email === null ? null : { emailAddress: order.email },
    defaultPhoneNumber: order.phone === null ? null : { phoneNumber: order.phone },
  };
}
