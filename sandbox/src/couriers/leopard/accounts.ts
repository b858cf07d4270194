import { demoCourierAccounts } from '../demo-data/demo-accounts.ts';
import type { Fields } from '../http/fields.ts';
import { text } from '../http/fields.ts';

export type LeopardShipper = {
  shipment_id: number;
  name: string;
  email: string;
  phone: string;
  address: string;
  city_id: number;
  return_address: string;
};

export type LeopardAccount = {
  api_key: string;
  api_password: string;
  city_id: number;
  /** The first two letters of its consignment numbers. */
  series: string;
  /** The first is the account itself. */
  shippers: LeopardShipper[];
};

const lahoreId = 789;
const karachiId = 592;

const [main, second] = demoCourierAccounts.LEOPARD;

const accounts: LeopardAccount[] = [
  {
    api_key: main.api_key,
    api_password: main.api_password,
    city_id: lahoreId,
    series: 'LE',
    shippers: [
      {
        shipment_id: 1841023,
        name: 'Demo Store',
        email: 'owner@demo.store',
        phone: '03001234567',
        address: '12-B Main Boulevard, Gulberg III, Lahore',
        city_id: lahoreId,
        return_address: '12-B Main Boulevard, Gulberg III, Lahore',
      },
      {
        shipment_id: 1841077,
        name: 'Demo Store Warehouse',
        email: 'warehouse@demo.store',
        phone: '03007654321',
        address: 'Plot 8, Sundar Industrial Estate, Lahore',
        city_id: lahoreId,
        return_address: 'Plot 8, Sundar Industrial Estate, Lahore',
      },
    ],
  },
  {
    api_key: second.api_key,
    api_password: second.api_password,
    city_id: karachiId,
    series: 'KI',
    shippers: [
      {
        shipment_id: 1902215,
        name: 'Free Store',
        email: 'owner@free.store',
        phone: '03211234567',
        address: '45 Shahrah-e-Faisal, Karachi',
        city_id: karachiId,
        return_address: '45 Shahrah-e-Faisal, Karachi',
      },
    ],
  },
];

const byKey = new Map(accounts.map((account) => [account.api_key, account]));

export function leopardAccount(fields: Fields): LeopardAccount | undefined {
  const account = byKey.get(text(fields, 'api_key'));
  return account?.api_password === text(fields, 'api_password') ? account : undefined;
}
