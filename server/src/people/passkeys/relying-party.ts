import type { Config } from '../../base/config.ts';

/** Whom passkeys are made for, and where: both follow from PUBLIC_URL. Source: WebAuthn Level 3, section 5.1.2. */
export function relyingParty({ publicUrl }: Pick<Config, 'publicUrl'>): { name: string; id: string; origin: string } {
  const { hostname, origin } = new URL(publicUrl);
  return { name: 'Courierdesk', id: hostname, origin };
}

/** How long a person may take. */
export const challengeMs = 5 * 60_000;
