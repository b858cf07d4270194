import type { Company } from '@courierdesk/contract/companies';
import { courierFields } from '@courierdesk/contract/courier-forms';
import { useMutation } from '@tanstack/react-query';
import { verifyCourierAccount } from '../../api/accounts.ts';
import { isCredential, textsOf, type AccountValues } from './account-form-values.ts';

export type Verification = ReturnType<typeof useVerification>;

/** Asks the courier about the credentials on the form; its answer counts only as long as they stay the same. */
export function useVerification(options: {
  /** Of the stored account, whose secrets stand in for blank ones. */
  accountId?: string;
  values: AccountValues;
  storedSecrets: readonly string[];
  /** Fills in what there is only one choice for. */
  onlyChoice: (field: string, value: string) => void;
}) {
  const { values, accountId } = options;
  const fields = values.company ? courierFields[values.company] : [];
  const texts = textsOf(fields, values);
  const asked = JSON.stringify([
    values.company,
    textsOf(
      fields.filter((field) => isCredential(field) || field.name === 'environment'),
      values,
    ),
  ]);
  const missing = fields.filter(
    (field) =>
      isCredential(field) &&
      field.required &&
      !(field.unless && (texts[field.unless] || options.storedSecrets.includes(field.unless))) &&
      !texts[field.name] &&
      !options.storedSecrets.includes(field.name),
  );
  const mutation = useMutation({
    mutationFn: ({ company }: { asked: string; company: Company }) =>
      verifyCourierAccount({ ...texts, id: accountId, company }),
    onSuccess: ({ choices }) => {
      for (const [field, offered] of Object.entries(choices)) {
        const [only, ...others] = offered;
        if (only && others.length === 0 && !values[field]) options.onlyChoice(field, only.value);
      }
    },
  });
  const current = mutation.variables?.asked === asked;
  return {
    missing,
    verify: (company: Company) => mutation.mutate({ asked, company }),
    /** Forgets what the courier said, when saving asks it anew. */
    forget: mutation.reset,
    pending: mutation.isPending,
    message: current ? mutation.data?.message : undefined,
    error: current ? mutation.error : null,
    choices: (current && mutation.data?.choices) || {},
  };
}
