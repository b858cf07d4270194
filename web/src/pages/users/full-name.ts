import type { ShopUser } from '@courierdesk/contract/users';

export const fullName = (user: Pick<ShopUser, 'first_name' | 'last_name' | 'email'>): string =>
  `${user.first_name} ${user.last_name}`.trim() || user.email;
