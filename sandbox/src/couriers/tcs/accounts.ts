import type { SandboxContext } from '../../core/sandbox-context.ts';
import { demoCourierAccounts } from '../demo-data/demo-accounts.ts';

type TcsCostCentre = {
  costcentercode: string;
  costcentercity: string;
  costcentername: string;
  phoneno: string;
  email: string;
  pickupaddress: string;
  returnaddress: string;
  printonlabel: 'Y' | 'N';
  isactive: 'Y' | 'N';
  isdeleted: 'Y' | 'N';
};

export type TcsAccount = {
  username: string;
  password: string;
  tcsaccount: string;
  /** What lists and payments want: nearly always the account. */
  customerno: string;
  costCentres: TcsCostCentre[];
};

type TcsClient = {
  clientId: string;
  clientSecret: string;
};

/** This gateway is production; tokens of UAT are refused as mismatched. */
export const environment = 'production';

const [main, bearer, branch] = demoCourierAccounts.TCS;

const clients = new Map<string, TcsClient>([
  [main.client_id, { clientId: main.client_id, clientSecret: main.client_secret }],
]);

const accounts: TcsAccount[] = [
  {
    username: main.username,
    password: main.api_password,
    tcsaccount: main.tcs_account_id,
    customerno: main.tcs_account_id,
    costCentres: [
      costCentre('001 - LHR', 'LAHORE', 'Demo Store Gulberg', '12-B Main Boulevard, Gulberg III, Lahore'),
      costCentre('002 - KHI', 'KARACHI', 'Demo Store Korangi', 'Plot 21, Korangi Industrial Area, Karachi'),
      { ...costCentre('003', 'LAHORE', 'Closed warehouse', 'Old Airport Road, Lahore'), isactive: 'N' },
    ],
  },
  {
    username: bearer.username,
    password: bearer.api_password,
    tcsaccount: bearer.tcs_account_id,
    customerno: bearer.tcs_account_id,
    costCentres: [costCentre('001', 'KARACHI', 'Bearer Store', '45 Shahrah-e-Faisal, Karachi')],
  },
  {
    username: branch.username,
    password: branch.api_password,
    tcsaccount: branch.tcs_account_id,
    customerno: branch.customer_no,
    costCentres: [costCentre('001', 'LAHORE', 'Branch Store', '7 Satellite Town, Lahore')],
  },
];

const byUsername = new Map(accounts.map((account) => [account.username, account]));

export function tcsClient(clientId: string, secret: string): TcsClient | undefined {
  const client = clients.get(clientId);
  return client?.clientSecret === secret ? client : undefined;
}

export const tcsUser = (username: string): TcsAccount | undefined => byUsername.get(username);

type AddedCostCentre = {
  account: string;
} & TcsCostCentre;

export function costCentresOf(context: SandboxContext, account: TcsAccount): TcsCostCentre[] {
  const added = [...addedCostCentres(context).values()].filter((centre) => centre.account === account.tcsaccount);
  return [...account.costCentres, ...added.map(({ account: _account, ...centre }) => centre)];
}

export const addedCostCentres = (context: SandboxContext) =>
  context.state.collection<AddedCostCentre>('tcs-cost-centres');

function costCentre(code: string, city: string, name: string, address: string): TcsCostCentre {
  return {
    costcentercode: code,
    costcentercity: city,
    costcentername: name,
    phoneno: '03441234567',
    email: 'warehouse@demo.store',
    pickupaddress: address,
    returnaddress: address,
    printonlabel: 'Y',
    isactive: 'Y',
    isdeleted: 'N',
  };
}
