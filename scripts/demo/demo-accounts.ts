import type { Company } from '@courierdesk/contract/companies';

export type DemoAccount = {
  readonly company: Company;
  readonly account_name: string;
  readonly weight: number;
  /** By the field names of the account form. */
  readonly values: Readonly<Record<string, string>>;
};

/** Credentials that the sandbox's couriers know. They are worth nothing anywhere else. */
export const demoAccounts: Readonly<Record<Company, DemoAccount>> = {
  LEOPARD: {
    company: 'LEOPARD',
    account_name: 'Leopards Lahore',
    weight: 500,
    values: { api_key: 'demo-leopard-key-1A2B3C4D5E6F', api_password: 'demo-leopard-pass' },
  },
  MNP: {
    company: 'MNP',
    account_name: 'M&P Lahore',
    weight: 500,
    values: {
      username: 'demo_store',
      api_password: 'demo-mnp-pass',
      account_no: '4T154',
      location_id: '88',
      return_location: '88',
      sub_account_id: '6',
      insert_type: '19',
    },
  },
  POSTEX: {
    company: 'POSTEX',
    account_name: 'PostEx main',
    weight: 500,
    values: { token: 'ZGVtby1wb3N0ZXgtdG9rZW46Y291cmllcmRlc2s', address_code: '001' },
  },
  TCS: {
    company: 'TCS',
    account_name: 'TCS Lahore',
    weight: 500,
    values: {
      username: 'demo.store',
      api_password: 'demo-tcs-pass',
      tcs_account_id: '04011K1',
      client_id: '205659575',
      client_secret: 'demo-tcs-secret+/=',
      cost_center_code: '001 - LHR',
      environment: 'production',
      shipper_name: 'Demo Store',
      shipper_address: '12-B Main Boulevard, Gulberg III',
      shipper_mobile: '03001234567',
      shipper_city: 'LAHORE',
    },
  },
};

/** The free shop's own account at Leopards. */
export const freeShopAccount: DemoAccount = {
  company: 'LEOPARD',
  account_name: 'Leopards Karachi',
  weight: 500,
  values: { api_key: 'second-leopard-key-9Z8Y7X6W5V', api_password: 'second-leopard-pass' },
};
