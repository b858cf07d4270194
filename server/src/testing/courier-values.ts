import type { Company } from '@courierdesk/contract/companies';
import { demoAccounts } from '../../../scripts/demo/demo-accounts.ts';

/** Credentials that the sandbox's couriers know. */
export const courierValues: Record<Company, Readonly<Record<string, string>>> = {
  LEOPARD: demoAccounts.LEOPARD.values,
  MNP: demoAccounts.MNP.values,
  POSTEX: demoAccounts.POSTEX.values,
  TCS: demoAccounts.TCS.values,
};
