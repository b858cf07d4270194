import { Role } from '@courierdesk/contract/scopes';
import type { BookerRow } from './queries.ts';

export const presentBooker = ({ id, first_name, last_name, role, tag }: BookerRow) => ({
  _id: id,
  id,
  first_name,
  last_name,
  role: Role.parse(role),
  tag,
});
