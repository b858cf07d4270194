import { paginationOf } from '@courierdesk/contract/paging';
import {
  changeEmail,
  changeOwnPassword,
  changeUserPassword,
  createUser,
  deleteUser,
  editTag,
  editUser,
  getUser,
  getUsers,
  getUserToEdit,
  resendEmail,
  restrictUser,
  verifyEmail,
} from '@courierdesk/contract/users';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../base/context.ts';
import { pageOrLast } from '../../base/db/page-or-last.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { AppError } from '../../base/errors.ts';
import { networkOf } from '../../base/http/network-of.ts';
import { route } from '../../base/http/route.ts';
import { requireScope } from '../../base/require-scope.ts';
import { callerOf } from '../sessions/caller.ts';
import { presentProfile } from '../sessions/present.ts';
import { addUser } from './add-user.ts';
import * as passwords from './change-password.ts';
import { changeEmail as changeEmailOf } from './change-email.ts';
import { deleteUser as removeUser } from './delete-user.ts';
import * as edits from './edit-user.ts';
import { presentBooker, presentUser, presentUserToEdit } from './present.ts';
import { bookers, findUser, usersPage } from './queries.ts';
import { restrictUser as setRestricted } from './restrict-user.ts';
import { resendVerification } from './send-verification.ts';
import { verifyEmail as verify } from './verify-email.ts';

export function userRoutes(app: FastifyInstance, context: Context): void {
  route(app, getUsers, async ({ actor, query: { page, limit } }) => {
    const { shopId } = actor;
    if (page === 'orders') {
      const rows = await withShop(context.db, shopId, (trx) => bookers(trx, shopId));
      return {
        childrenAccounts: rows.map(presentBooker),
        pagination: { page: 1, limit: rows.length, total: rows.length, pages: 1 },
      };
    }
    requireScope(actor, 'owner');
    const paging = { page, limit };
    const found = await withShop(context.db, shopId, (trx) =>
      pageOrLast(paging, (asked) => usersPage(trx, shopId, asked)),
    );
    return { childrenAccounts: found.rows.map(presentUser), pagination: paginationOf(paging, found.total) };
  });

  route(app, getUser, async ({ actor }) => ({
    user: presentProfile(actor),
    two_factor_enabled: actor.twoFactorEnabled,
  }));

  route(app, getUserToEdit, async ({ actor, params }) => ({
    user: presentUserToEdit(await withShop(context.db, actor.shopId, (trx) => findUser(trx, actor.shopId, params.id))),
  }));

  route(app, createUser, async ({ actor, body }) => ({
    message: 'User created' as const,
    user: presentUser(await addUser(context, actor, body)),
  }));

  route(app, editUser, async ({ actor, params, body }) => ({
    message: 'User updated' as const,
    user: presentUserToEdit(await edits.editUser(context, actor, params.id, body)),
  }));

  route(app, editTag, async ({ actor, body }) => ({
    message: 'Tag updated' as const,
    user: presentUser(await edits.editTag(context, actor, body.id, body.tag)),
  }));

  route(app, restrictUser, async ({ actor, body }) => {
    const user = await setRestricted(context, actor, body);
    const message = user.is_active ? ('User has been unrestricted' as const) : ('User has been restricted' as const);
    return { message, user: presentUser(user) };
  });

  route(app, deleteUser, async ({ actor, params }) => {
    await removeUser(context, actor, params.id);
    return { message: 'User deleted' as const };
  });

  route(app, changeEmail, async ({ actor, params, body }) => {
    refuseOtherId(params, body);
    return {
      message: 'Email updated' as const,
      user: presentUserToEdit(await changeEmailOf(context, actor, params.id, body.email)),
    };
  });

  route(app, changeUserPassword, async ({ actor, params, body }) => {
    refuseOtherId(params, body);
    await passwords.changeUserPassword(context, actor, params.id, body);
    return { message: 'Password has been changed' as const };
  });

  route(app, changeOwnPassword, async ({ actor, body }) => {
    await passwords.changeOwnPassword(context, actor, body);
    return { message: 'Password has been changed' as const };
  });

  route(app, verifyEmail, async ({ body, request }) => {
    await context.rateLimits.consume('verify-email', networkOf(request.ip));
    const { hasPassword, email } = await verify(context, body.token, callerOf(request));
    return { message: 'Email verified' as const, has_password: hasPassword, email };
  });

  route(app, resendEmail, async ({ actor, body }) => {
    await resendVerification(context, actor, { id: body.account_id, email: body.email });
    return { message: 'Email sent' as const };
  });
}

/** The body may name the user as well. */
function refuseOtherId(params: { id: string }, body: { id?: string | undefined }): void {
  if (body.id !== undefined && body.id !== params.id)
    throw new AppError('invalid-input', 'The id in the address and the id in the request differ.', { field: 'id' });
}
