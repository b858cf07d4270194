import type { LabelSettings } from '@courierdesk/contract/shop-look';
import type { ShipmentDetails } from './pdf/shipment-details.ts';

/**
 * The shipper on our own documents, without the parts that the shop leaves out. What the courier account says of the
 * shipper comes first, because the courier picks up there.
 */
export function shipperOn(
  labels: Omit<LabelSettings, 'revision'>,
  account: Readonly<Record<string, string>>,
): Pick<ShipmentDetails, 'shipper' | 'returnAddress' | 'note'> {
  const shown = new Set(labels.label_parts);
  const ofAccount = [account['shipper_address'], account['shipper_city']].filter(Boolean).join(', ');
  const ofShop = [labels.shipper_address, labels.shipper_city].filter(Boolean).join(', ');
  return {
    shipper: {
      name: account['shipper_name'] || labels.shipper_name,
      phone: shown.has('phone') ? account['shipper_mobile'] || labels.shipper_phone : '',
      address: shown.has('address') ? ofAccount || ofShop : '',
    },
    returnAddress: shown.has('return-address') ? labels.return_address : '',
    note: shown.has('note') ? labels.label_note : '',
  };
}
