/** People whose store has no name for them are named by their email. */
export const fullName = (user: { first_name: string; last_name: string; email: string }): string =>
  `${user.first_name} ${user.last_name}`.trim() || user.email;
