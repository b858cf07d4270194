import type { BodyInput } from '@courierdesk/contract/endpoint';
import { changeOwnPassword } from '@courierdesk/contract/users';
import { call } from './client.ts';

export const changePassword = (body: BodyInput<typeof changeOwnPassword>) =>
  call(changeOwnPassword, { body, quiet: true });
