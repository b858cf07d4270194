import { Role, Scope } from '@courierdesk/contract/scopes';

/** Who performs an action. Jobs, webhooks and couriers have an actor too. */
export type Actor = Person | SystemActor;

type SystemActor = {
  readonly kind: 'job' | 'webhook' | 'courier';
  readonly shopId: string;
  readonly name: SystemName;
  /** The delivery of a webhook. Empty for jobs. */
  readonly requestId: string;
};

/** The operator runs commands on our host; nobody of the shop. */
type SystemName = 'Courierdesk' | 'Operator of Courierdesk' | 'Store' | 'Courier';

/** A user as the audit log names them: the caller, or the person who started background work. */
export type Person = {
  readonly kind: 'user';
  readonly shopId: string;
  readonly userId: string;
  readonly name: string;
  readonly ip: string;
  readonly userAgent: string;
  readonly requestId: string;
};

export type UserActor = Person & {
  readonly sessionId: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string;
  readonly tag: string;
  readonly role: Role;
  readonly access_scopes: readonly Scope[];
  readonly twoFactorEnabled: boolean;
  /** Must set up two-factor before anything else. */
  readonly twoFactorMissing: boolean;
  readonly shop: {
    readonly name: string;
    readonly domain: string;
    readonly timeZone: string;
    readonly currency: string;
  };
};

export const systemActor = (shopId: string, name: SystemName = 'Courierdesk', requestId = ''): SystemActor => ({
  kind: systemKinds[name],
  shopId,
  name,
  requestId,
});

const systemKinds = {
  Courierdesk: 'job',
  'Operator of Courierdesk': 'job',
  Store: 'webhook',
  Courier: 'courier',
} as const;

/** A user and their shop as the database has them. */
export type UserRow = {
  readonly user_id: string;
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly phone: string;
  readonly role: string;
  readonly tag: string;
  readonly access_scopes: readonly string[];
  readonly two_factor_enabled: boolean;
  readonly two_factor_missing?: boolean;
  readonly shop_name: string;
  readonly shop_domain: string;
  readonly time_zone: string;
  readonly currency: string;
};

export function userActor(
  row: UserRow,
  call: { shopId: string; sessionId: string; ip: string; userAgent: string; requestId: string },
): UserActor {
  const role = Role.parse(row.role);
  return {
    kind: 'user',
    ...call,
    userId: row.user_id,
    name: nameOfUser(row),
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    phone: row.phone,
    tag: row.tag,
    role,
    access_scopes: role === 'ADMIN' ? Scope.options : row.access_scopes.filter(isScope),
    twoFactorEnabled: row.two_factor_enabled,
    twoFactorMissing: row.two_factor_missing ?? false,
    shop: { name: row.shop_name, domain: row.shop_domain, timeZone: row.time_zone, currency: row.currency },
  };
}

export const nameOfUser = (user: { first_name: string; last_name: string; email: string }): string =>
  `${user.first_name} ${user.last_name}`.trim() || user.email;

export const isScope = (text: string): text is Scope => Scope.safeParse(text).success;
