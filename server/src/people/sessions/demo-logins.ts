import type { DemoLogin } from '@courierdesk/contract/app-links';
import type { Config } from '../../base/config.ts';
import type { Context } from '../../base/context.ts';
import { acrossShops } from '../../base/db/tenancy.ts';
import { passwordMatches } from '../../base/secrets/passwords.ts';
import { usersByEmail } from './users-by-email.ts';

/** The people of the demo shops. Their passwords are public, so production refuses them. */
export const demoLogins = {
  owner: { email: 'owner@demo.store', password: 'demo-owner-pass' },
  staff: { email: 'staff@demo.store', password: 'demo-staff-pass' },
  ownerOnFreePlan: { email: 'owner@free.store', password: 'demo-owner-pass' },
} as const;

/** What the login page lists, in the demo and nowhere else. */
export const demoLoginsFor = ({ production, sandbox }: Pick<Config, 'production' | 'sandbox'>): DemoLogin[] =>
  production || !sandbox
    ? []
    : [
        { label: 'Owner', ...demoLogins.owner },
        { label: 'Staff', ...demoLogins.staff },
        { label: 'Owner on the FREE plan', ...demoLogins.ownerOnFreePlan },
      ];

export const isDemoLogin = ({ email, password }: { email: string; password: string }): boolean =>
  Object.values(demoLogins).some((user) => user.email === email.toLowerCase() && user.password === password);

/** For a production database that once held the demo: ends the demo people's sessions and logs a warning for each. */
export async function endDemoSessions(context: Context): Promise<void> {
  for (const { email, password } of Object.values(demoLogins)) {
    const { rows } = await usersByEmail(context.db, email);
    for (const user of rows) {
      if (user.password_hash === null || !(await passwordMatches(user.password_hash, password))) continue;
      await acrossShops(context.db, (trx) =>
        trx.deleteFrom('session').where('shop_id', '=', user.shop_id).where('user_id', '=', user.user_id).execute(),
      );
      context.log.warn(
        { email, shopId: user.shop_id },
        'this demo account cannot sign in: its password is public. Delete it, or give it another password',
      );
    }
  }
}
