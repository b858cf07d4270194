/** The name, or the email of a person without a name in the store. */
export const fullName = (user: { first_name: string; last_name: string; email: string }): string =>
  `${user.first_name} ${user.last_name}`.trim() || user.email;
