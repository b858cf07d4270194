import type { SandboxContext } from '../../core/sandbox-context.ts';
import { demoCourierAccounts } from '../demo-data/demo-accounts.ts';

export type PostexAddress = {
  merchantAddressId: number;
  address: string;
  phone1: string;
  phone2: string;
  phone3?: string;
  wareHouseManagerName?: string;
  contactPersonName: string;
  merchantId: number;
  cityId: number;
  cityName: string;
  addressCode: string;
  isEditable: boolean;
  addressType: 'Default Address' | 'Pickup/Return Address' | 'Return Address';
};

export type PostexAccount = {
  token: string;
  merchantId: number;
  merchantName: string;
  addresses: PostexAddress[];
  /** The service answers merchants differently. */
  wrapsLists: boolean;
  guideStylePayments: boolean;
};

const [main, second] = demoCourierAccounts.POSTEX;

const accounts: PostexAccount[] = [
  {
    token: main.token,
    merchantId: 20417,
    merchantName: 'DEMO STORE',
    addresses: [
      {
        merchantAddressId: 122498,
        address: '12-B Main Boulevard,\nGulberg III, Lahore',
        phone1: '+923001234567',
        phone2: '+923007654321',
        contactPersonName: 'Sana Iqbal',
        wareHouseManagerName: 'Bilal Ahmed',
        merchantId: 20417,
        cityId: 2,
        cityName: 'Lahore',
        addressCode: '001',
        isEditable: false,
        addressType: 'Default Address',
      },
      {
        merchantAddressId: 122733,
        address: 'Plot 21, Korangi Industrial Area, Karachi',
        phone1: '+923211234567',
        phone2: '',
        contactPersonName: 'Hamza Tariq',
        merchantId: 20417,
        cityId: 4,
        cityName: 'KARACHI',
        addressCode: '002',
        isEditable: true,
        addressType: 'Pickup/Return Address',
      },
    ],
    wrapsLists: false,
    guideStylePayments: false,
  },
  {
    token: second.token,
    merchantId: 31122,
    merchantName: 'FREE STORE',
    addresses: [
      {
        merchantAddressId: 140001,
        address: '45 Shahrah-e-Faisal, Karachi',
        phone1: '+923211234567',
        phone2: '',
        contactPersonName: 'Ayesha Khan',
        merchantId: 31122,
        cityId: 4,
        cityName: 'KARACHI',
        addressCode: '001',
        isEditable: false,
        addressType: 'Default Address',
      },
    ],
    wrapsLists: true,
    guideStylePayments: true,
  },
];

const byToken = new Map(accounts.map((account) => [account.token, account]));

export const postexAccount = (token: string): PostexAccount | undefined => byToken.get(token);

/** The account's own addresses and those added over the API. */
export function addressesOf(context: SandboxContext, account: PostexAccount): PostexAddress[] {
  const added = [...addedAddresses(context).values()].filter((address) => address.merchantId === account.merchantId);
  return [...account.addresses, ...added];
}

export const addedAddresses = (context: SandboxContext) => context.state.collection<PostexAddress>('postex-addresses');
