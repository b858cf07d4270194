export type UserError = {
  field: string[] | null;
  message: string;
  code?: string | null;
};

export function userError(field: string[] | null, message: string): { userErrors: UserError[] } {
  return { userErrors: [{ field, message }] };
}
