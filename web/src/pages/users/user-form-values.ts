import { EditedShopUser, NewShopUser, noScopeOnUpdate, type UserToEdit } from '@courierdesk/contract/users';
import { withPasswordStrength } from '../../ui/forms/password-field.tsx';
import { schemaProblems, type FormProblem } from '../../ui/forms/use-schema-form.ts';
import { scopesFrom, textOfScopes } from './picked-scopes.ts';

/** `scopes` are joined, as a form holds texts. */
export type UserValues = {
  first_name: string;
  last_name: string;
  tag: string;
  phone: string;
  province: string;
  address: string;
  city: string;
  country: string;
  scopes: string;
};
type NewUserValues = UserValues & { email: string; password: string };

const noUser: UserValues = {
  first_name: '',
  last_name: '',
  tag: '',
  phone: '',
  province: '',
  address: '',
  city: '',
  country: 'Pakistan',
  scopes: '',
};
export const emptyUser: NewUserValues = { ...noUser, email: '', password: '' };

export const newUserBody = (values: NewUserValues) => ({ ...values, scopes: scopesFrom(values.scopes) });

export const newUserProblems = (values: NewUserValues, weakness: string | undefined): FormProblem[] =>
  withPasswordStrength(NewShopUser, newUserBody(values), 'password', weakness);

export const valuesOf = (user: UserToEdit): UserValues => ({
  first_name: user.first_name,
  last_name: user.last_name,
  tag: user.tag,
  phone: user.phone,
  province: user.province,
  address: user.address,
  city: user.city,
  country: user.country,
  scopes: textOfScopes(user.access_scopes),
});

/** An owner's scopes are not sent: they have all. */
export const editedUserBody = ({ scopes, ...values }: UserValues, isStaff: boolean) =>
  isStaff ? { ...values, scopes: scopesFrom(scopes) } : values;

export const editedUserProblems = (values: UserValues, isStaff: boolean): FormProblem[] => [
  ...schemaProblems(EditedShopUser, editedUserBody(values, isStaff)),
  ...(isStaff && values.scopes === '' ? [{ field: 'scopes', message: noScopeOnUpdate }] : []),
];
