import type { Courier } from '../parcels/consignment.ts';

/** The fields of Courierdesk's form for a courier account. */
type DemoAccount = {
  company: Courier;
  account_name: string;
  weight: number;
  [field: string]: string | number;
};

/** The accounts of the simulated couriers. The demo shop uses the first of each. */
export const demoCourierAccounts = {
  LEOPARD: [
    {
      company: 'LEOPARD',
      account_name: 'Leopards Lahore',
      weight: 500,
      api_key: 'demo-leopard-key-1A2B3C4D5E6F',
      api_password: 'demo-leopard-pass',
      shipment_id: '',
    },
    {
      company: 'LEOPARD',
      account_name: 'Leopards Karachi',
      weight: 500,
      api_key: 'second-leopard-key-9Z8Y7X6W5V',
      api_password: 'second-leopard-pass',
      shipment_id: '',
    },
  ],
  MNP: [
    {
      company: 'MNP',
      account_name: 'M&P Lahore',
      weight: 500,
      username: 'demo_store',
      api_password: 'demo-mnp-pass',
      account_no: '4T154',
      location_id: '88',
      return_location: '88',
      sub_account_id: '6',
      insert_type: '19',
    },
    {
      company: 'MNP',
      account_name: 'M&P several locations',
      weight: 500,
      username: 'many_stores',
      api_password: 'many-mnp-pass',
      account_no: '7K902',
      location_id: '141',
      return_location: '143',
      sub_account_id: '31',
      insert_type: '19',
    },
    {
      company: 'MNP',
      account_name: 'M&P lenient',
      weight: 500,
      username: 'lenient_store',
      api_password: 'lenient-mnp-pass',
      account_no: '9L777',
      location_id: '205',
      return_location: '205',
      sub_account_id: '52',
      insert_type: '19',
    },
  ],
  POSTEX: [
    {
      company: 'POSTEX',
      account_name: 'PostEx main',
      weight: 500,
      token: 'ZGVtby1wb3N0ZXgtdG9rZW46Y291cmllcmRlc2s',
      address_code: '001',
    },
    {
      company: 'POSTEX',
      account_name: 'PostEx second',
      weight: 500,
      token: 'c2Vjb25kLXBvc3RleC10b2tlbjpjb3VyaWVyZGVzaw',
      address_code: '001',
    },
  ],
  TCS: [
    {
      company: 'TCS',
      account_name: 'TCS Lahore',
      weight: 500,
      username: 'demo.store',
      api_password: 'demo-tcs-pass',
      tcs_account_id: '04011K1',
      client_id: '205659575',
      client_secret: 'demo-tcs-secret+/=',
      bearer_token: '',
      cost_center_code: '001 - LHR',
      environment: 'production',
      shipper_name: 'Demo Store',
      shipper_address: '12-B Main Boulevard, Gulberg III',
      shipper_mobile: '03001234567',
      shipper_city: 'LAHORE',
    },
    {
      company: 'TCS',
      account_name: 'TCS with bearer token',
      weight: 500,
      username: 'bearer.store',
      api_password: 'bearer-tcs-pass',
      tcs_account_id: 'LGEC21048',
      client_id: '',
      client_secret: '',
      bearer_token:
        'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJjbGllbnRpZCI6IjIwNTY1OTU3NiIsInNlcnZpY2VzIjoiMSwyLDMsNSw5LDExIiwiZXhjbHVkZWQtc2VydmljZXMiOiIiLCJlbnYiOiJwcm9kdWN0aW9uIiwiaXNzIjoidGNzLWdhdGV3YXkiLCJqdGkiOiJjMGZmZWUwMSIsIm5iZiI6MTc4MDI3MjAwMCwiZXhwIjoxODY2NjcyMDAwLCJpYXQiOjE3ODAyNzIwMDB9.Gz6Xua1h802UglxMIl2h4XJWmAAKvXWDCpF7QF625TY',
      cost_center_code: '001',
      environment: 'production',
      shipper_name: 'Bearer Store',
      shipper_address: '45 Shahrah-e-Faisal',
      shipper_mobile: '03211234567',
      shipper_city: 'KARACHI',
    },
    {
      company: 'TCS',
      account_name: 'TCS with customer number',
      weight: 500,
      username: 'branch.store',
      api_password: 'branch-tcs-pass',
      tcs_account_id: '04011K2',
      customer_no: 'C0400117',
      client_id: '205659575',
      client_secret: 'demo-tcs-secret+/=',
      bearer_token: '',
      cost_center_code: '001',
      environment: 'production',
      shipper_name: 'Branch Store',
      shipper_address: '7 Satellite Town',
      shipper_mobile: '03331234567',
      shipper_city: 'LAHORE',
    },
  ],
} as const satisfies Record<Courier, readonly DemoAccount[]>;
