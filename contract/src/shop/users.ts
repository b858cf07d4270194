import * as z from 'zod';
import { endpoint } from '../http/endpoint.ts';
import { Pagination, Paging } from '../http/paging.ts';
import { Role, Scope } from '../http/scopes.ts';
import { Instant } from '../values/dates.ts';
import { Id, IdParams } from '../values/ids.ts';
import { ConfirmPassword, NewPassword, passwordsDiffer } from './passwords.ts';
import { Profile } from './sessions.ts';
import { tooLong } from '../values/maximum-texts.ts';

/** A user as the owner sees them. */
export const ShopUser = z.object({
  _id: Id,
  id: Id,
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  role: Role,
  tag: z.string(),
  access_scopes: z.array(Scope),
  is_active: z.boolean(),
  /** Inactive because a paid plan ended, and not restricted: the next plan may activate them. Absent in replies of version 0.2.0. */
  off_by_plan: z.boolean().optional(),
  is_verified_user: z.boolean(),
  two_factor_enabled: z.boolean(),
  createdAt: Instant,
});
export type ShopUser = z.infer<typeof ShopUser>;

/** A user with what only their own page shows. */
export const UserToEdit = ShopUser.extend({
  phone: z.string(),
  province: z.string(),
  address: z.string(),
  city: z.string(),
  country: z.string(),
  /** Nobody has signed in yet: another email keeps the password. Absent in replies of version 0.2.0, as `has_password`. */
  is_unused: z.boolean().optional(),
  has_password: z.boolean().optional(),
  /** Of what the form shows: sent back when it is saved. */
  revision: z.string(),
});
export type UserToEdit = z.infer<typeof UserToEdit>;

/** No line breaks and other control characters. */
const oneLine = /^\P{Cc}*$/u;

const required = (label: string, max: number) =>
  z
    .string({ error: `${label} is required` })
    .trim()
    .min(1, `${label} is required`)
    .max(max, tooLong(label, max))
    .regex(oneLine, `${label} must be on one line`);

const optional = (label: string, max: number) => z.string().trim().max(max, tooLong(label, max));

/** Marks what a person booked. Filters take several tags, separated by commas. */
const Tag = required('Tag', 10).refine((tag) => !tag.includes(','), 'Tag must not contain a comma');

const Email = z
  .string({ error: 'Enter a valid email' })
  .trim()
  .max(50, tooLong('Email', 50))
  .pipe(z.email('Enter a valid email'));

const KnownScope = z.enum(Scope.options, { error: 'Choose permissions from the list' });

const scopesOf = (missing: string) =>
  z
    .array(KnownScope, { error: missing })
    .min(1, missing)
    .max(Scope.options.length)
    .transform((scopes) => Scope.options.filter((scope) => scopes.includes(scope)));

const contactFields = {
  phone: optional('Phone', 15),
  province: optional('Province', 20),
  address: optional('Address', 50),
  city: optional('City', 50),
  country: optional('Country', 30),
};

/** In the order of the form, so that its problems are listed in it. */
export const NewShopUser = z.object({
  email: Email,
  password: NewPassword,
  first_name: required('First name', 20),
  last_name: required('Last name', 20),
  tag: Tag,
  phone: contactFields.phone.default(''),
  province: contactFields.province.default(''),
  address: contactFields.address.default(''),
  city: contactFields.city.default(''),
  country: contactFields.country.default(''),
  scopes: scopesOf('Atleast one access scope is required'),
  /** Owners come from the store. */
  role: z.literal('USER', { error: 'New users have the role USER' }).default('USER'),
});
export type NewShopUser = z.output<typeof NewShopUser>;

export const noScopeOnUpdate = 'At lease one scope should be assigned to update user';

/** What is left out stays as it is. An owner has every scope: theirs cannot be set. */
export const EditedShopUser = z.object({
  first_name: required('First name', 30),
  last_name: required('Last name', 30),
  tag: Tag,
  phone: contactFields.phone.optional(),
  province: contactFields.province.optional(),
  address: contactFields.address.optional(),
  city: contactFields.city.optional(),
  country: contactFields.country.optional(),
  scopes: z
    .array(KnownScope)
    .max(Scope.options.length)
    .transform((scopes) => Scope.options.filter((scope) => scopes.includes(scope)))
    .optional(),
  /** Of the user that was edited: 409 `conflict` if someone else changed them since. Left out: saves anyway. */
  revision: z.string().max(64).optional(),
});
export type EditedShopUser = z.output<typeof EditedShopUser>;

/** A user in a list. For the "booked by" filter without what only the owner may see. */
export const ListedUser = ShopUser.partial({
  email: true,
  access_scopes: true,
  is_active: true,
  is_verified_user: true,
  two_factor_enabled: true,
  createdAt: true,
}).extend({
  /** Only of people who book: a deleted person is listed while parcels have their tag. */
  is_deleted: z.boolean().optional(),
});

export const getUsers = endpoint({
  name: 'getUsers',
  method: 'GET',
  path: '/get-users',
  summary:
    'The users of the shop, a page at a time (owner only). With `page=orders`: all people who book, and deleted ones who have booked parcels, in one page without email and scopes, for the "booked by" filter.',
  access: ['READ_ORDERS'],
  query: z.object({ page: z.union([z.literal('orders'), Paging.shape.page]), limit: Paging.shape.limit }),
  reply: z.object({ childrenAccounts: z.array(ListedUser), pagination: Pagination }),
});

export const getUser = endpoint({
  name: 'getUser',
  method: 'GET',
  path: '/get-user',
  summary: 'The profile of the signed-in person.',
  access: 'signed-in',
  reply: z.object({ user: Profile, two_factor_enabled: z.boolean() }),
});

export const getUserToEdit = endpoint({
  name: 'getUserToEdit',
  method: 'GET',
  path: '/get-user-to-edit/:id',
  summary: 'One user, for the edit form.',
  access: 'owner',
  params: IdParams,
  reply: z.object({ user: UserToEdit }),
  errors: ['not-found'],
});

export const createUser = endpoint({
  name: 'createUser',
  method: 'POST',
  path: '/create-user',
  summary: 'Adds a user and sends them a link to verify their email.',
  access: 'owner',
  body: NewShopUser,
  reply: z.object({ message: z.literal('User created'), user: ShopUser }),
  errors: ['plan-limit', 'conflict', 'too-many-requests'],
});

export const editUser = endpoint({
  name: 'editUser',
  method: 'PUT',
  path: '/edit-user/:id',
  summary: 'Changes name, tag, contact data and scopes of a user.',
  access: 'owner',
  params: IdParams,
  body: EditedShopUser,
  reply: z.object({ message: z.literal('User updated'), user: UserToEdit }),
  errors: ['not-found', 'conflict'],
});

export const restrictUser = endpoint({
  name: 'restrictUser',
  method: 'PUT',
  path: '/restrict-user',
  summary: 'Restricts an active user and ends their sessions, or lets a restricted one in again.',
  access: 'owner',
  /** With `restricted`, calling twice changes nothing more; without it, each call toggles. */
  body: z.object({ id: Id, restricted: z.boolean().optional() }),
  reply: z.object({
    message: z.enum(['User has been restricted', 'User has been unrestricted']),
    user: ShopUser,
  }),
  errors: ['not-found', 'plan-limit'],
});

export const deleteUser = endpoint({
  name: 'deleteUser',
  method: 'DELETE',
  path: '/delete-user/:id',
  summary: 'Deletes a user and ends their sessions. Their name stays on what they did.',
  access: 'owner',
  params: IdParams,
  reply: z.object({ message: z.literal('User deleted') }),
  errors: ['not-found'],
});

export const editTag = endpoint({
  name: 'editTag',
  method: 'PUT',
  path: '/edit-tag',
  summary: "Changes a user's tag. Parcels that they booked before keep the old one.",
  access: 'owner',
  body: z.object({ id: Id, tag: Tag }),
  reply: z.object({ message: z.literal('Tag updated'), user: ShopUser }),
  errors: ['not-found', 'conflict'],
});

export const changeEmail = endpoint({
  name: 'changeEmail',
  method: 'PUT',
  path: '/change-email/:id',
  summary: "Changes a user's email. It must be verified before they can sign in again.",
  access: 'owner',
  params: IdParams,
  body: z.object({ id: Id.optional(), email: Email }),
  reply: z.object({ message: z.literal('Email updated'), user: UserToEdit }),
  errors: ['not-found', 'conflict', 'too-many-requests'],
});

export const changeUserPassword = endpoint({
  name: 'changeUserPassword',
  method: 'PATCH',
  path: '/change-password/:id',
  summary: "Sets a user's password, and ends their sessions with `logoutFromAllDevices`.",
  access: 'owner',
  params: IdParams,
  body: z.object({ id: Id.optional(), password: NewPassword, logoutFromAllDevices: z.boolean().default(false) }),
  reply: z.object({ message: z.literal('Password has been changed') }),
  errors: ['not-found'],
});

export const OwnPasswordChange = z
  .object({
    current_password: z
      .string({ error: 'Current password is required' })
      .min(1, 'Current password is required')
      .max(500, tooLong('Current password', 500)),
    new_password: NewPassword,
    confirm_password: ConfirmPassword,
  })
  .refine(({ new_password, confirm_password }) => new_password === confirm_password, passwordsDiffer);

export const changeOwnPassword = endpoint({
  name: 'changeOwnPassword',
  method: 'PUT',
  path: '/change-password',
  summary: 'Changes the own password and ends all other sessions of this person.',
  access: 'signed-in',
  body: OwnPasswordChange,
  reply: z.object({ message: z.literal('Password has been changed') }),
  errors: ['too-many-requests', 'conflict'],
});

export const verifyEmail = endpoint({
  name: 'verifyEmail',
  method: 'POST',
  path: '/verify-email',
  summary: 'Verifies an email with the token of the link that was sent to it.',
  access: 'public',
  body: z.object({ token: z.string().min(1).max(500) }),
  reply: z.object({
    message: z.literal('Email verified'),
    /** Without one, the person chooses it with “Forgot password?”. Absent in replies of version 0.2.0. */
    has_password: z.boolean().optional(),
    /** The verified one, for the sign-in form. Absent in replies of version 0.2.0. */
    email: z.string().optional(),
  }),
  errors: ['token-expired', 'too-many-requests'],
});

export const resendEmail = endpoint({
  name: 'resendEmail',
  method: 'POST',
  path: '/resend-email',
  summary: 'Sends an unverified user another link to verify their email.',
  access: 'owner',
  body: z.object({ account_id: Id, email: z.string().trim().max(254) }),
  reply: z.object({ message: z.literal('Email sent') }),
  errors: ['not-found', 'conflict', 'too-many-requests'],
});
