import { demoCourierAccounts } from '../demo-data/demo-accounts.ts';

export type MnpLocation = {
  locationID: number;
  locationName: string;
  locationAddress: string;
  city: string;
};

export type MnpSubAccount = {
  subAccountId: number;
  shipperName: string;
  shipperAddress: string;
};

/** The flags are per account at M&P. */
export type MnpAccount = {
  username: string;
  password: string;
  accountNo: string;
  locations: MnpLocation[];
  subAccounts: MnpSubAccount[];
  isCod: boolean;
  isZeroCodAllowed: boolean;
  isDuplicateOrderAllowed: boolean;
  voidByLocation: boolean;
};

const [single, multiLocation, lenient] = demoCourierAccounts.MNP;

const defaults = { isCod: true, isZeroCodAllowed: false, isDuplicateOrderAllowed: false, voidByLocation: true };

const accounts: MnpAccount[] = [
  {
    ...defaults,
    username: single.username,
    password: single.api_password,
    accountNo: single.account_no,
    locations: [location(88, 'Demo Store Gulberg', '12-B Main Boulevard, Gulberg III, Lahore', 'LAHORE')],
    subAccounts: [
      { subAccountId: 6, shipperName: 'Demo Store', shipperAddress: '12-B Main Boulevard, Gulberg III, Lahore' },
    ],
  },
  {
    ...defaults,
    username: multiLocation.username,
    password: multiLocation.api_password,
    accountNo: multiLocation.account_no,
    locations: [
      location(141, 'Lahore warehouse', 'Plot 8, Sundar Industrial Estate, Lahore', 'LAHORE'),
      location(142, 'Karachi warehouse', 'Plot 21, Korangi Industrial Area, Karachi', 'KARACHI'),
      location(143, 'Returns desk', '3-C Johar Town, Lahore', 'LAHORE'),
    ],
    subAccounts: [
      {
        subAccountId: 31,
        shipperName: 'Many Stores Fashion',
        shipperAddress: 'Plot 8, Sundar Industrial Estate, Lahore',
      },
      {
        subAccountId: 32,
        shipperName: 'Many Stores Kids',
        shipperAddress: 'Plot 21, Korangi Industrial Area, Karachi',
      },
    ],
  },
  {
    ...defaults,
    isZeroCodAllowed: true,
    isDuplicateOrderAllowed: true,
    voidByLocation: false,
    username: lenient.username,
    password: lenient.api_password,
    accountNo: lenient.account_no,
    locations: [location(205, 'Lenient Store', '9 Jinnah Road, Rawalpindi', 'RAWALPINDI')],
    subAccounts: [{ subAccountId: 52, shipperName: 'Lenient Store', shipperAddress: '9 Jinnah Road, Rawalpindi' }],
  },
];

const byUsername = new Map(accounts.map((account) => [account.username, account]));

export function mnpAccount(username: string, password: string): MnpAccount | undefined {
  const account = byUsername.get(username);
  return account?.password === password ? account : undefined;
}

function location(locationID: number, locationName: string, locationAddress: string, city: string): MnpLocation {
  return { locationID, locationName, locationAddress, city };
}
