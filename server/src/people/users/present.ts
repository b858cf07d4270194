import { Role, Scope } from '@courierdesk/contract/scopes';
import type { ShopUser, UserToEdit } from '@courierdesk/contract/users';
import { revisionOf } from '../../base/revision.ts';
import { isUnused, type BookerRow, type User } from './queries.ts';

export const presentBooker = (user: BookerRow) => ({ ...presentName(user), is_deleted: user.deleted_at !== null });

const presentName = ({ id, first_name, last_name, role, tag }: BookerRow) => ({
  _id: id,
  id,
  first_name,
  last_name,
  role: Role.parse(role),
  tag,
});

export const presentUser = (user: User): ShopUser => ({
  ...presentName(user),
  email: user.email,
  access_scopes:
    user.role === 'ADMIN' ? Scope.options : Scope.options.filter((one) => user.access_scopes.includes(one)),
  is_active: user.is_active,
  off_by_plan: user.off_by_plan,
  is_verified_user: user.is_verified_user,
  two_factor_enabled: user.two_factor_enabled,
  createdAt: user.created_at.toISOString(),
});

export const presentUserToEdit = (user: User): UserToEdit => ({
  ...presentUser(user),
  phone: user.phone,
  province: user.province,
  address: user.address,
  city: user.city,
  country: user.country,
  is_unused: isUnused(user),
  has_password: user.password_hash !== null,
  revision: revisionOfUser(user),
});

export function revisionOfUser(user: User): string {
  const { first_name, last_name, tag, phone, province, address, city, country, access_scopes: scopes } = user;
  return revisionOf([first_name, last_name, tag, phone, province, address, city, country, scopes.toSorted()]);
}
