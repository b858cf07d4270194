import { companyName } from '@courierdesk/contract/companies';
import type { CourierAccount } from '@courierdesk/contract/courier-accounts';

/** Where the courier picks up the parcels of an account, as far as the account says it. */
export function pickUpText({ company, fields }: Pick<CourierAccount, 'company' | 'fields'>): string {
  switch (company) {
    case 'LEOPARD':
      return fields['shipment_id'] ? `Shipper ${fields['shipment_id']}` : `As registered with ${companyName[company]}`;
    case 'MNP':
      return fields['location_id'] ? `Location ${fields['location_id']}` : 'Not chosen yet';
    case 'POSTEX':
      return fields['address_code'] ? `Address ${fields['address_code']}` : 'Not chosen yet';
    case 'TCS':
      return [fields['shipper_address'], fields['shipper_city']].filter(Boolean).join(', ') || 'Not entered yet';
  }
}

/** The field of the account's form that decides it. */
export const pickUpField: Readonly<Record<CourierAccount['company'], string>> = {
  LEOPARD: 'shipment_id',
  MNP: 'location_id',
  POSTEX: 'address_code',
  TCS: 'shipper_address',
};
