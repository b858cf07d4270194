import type { CourierAccount } from '@courierdesk/contract/courier-accounts';
import type { ReplyOf } from '@courierdesk/contract/endpoint';
import { canAccess, type Access } from '@courierdesk/contract/scopes';
import type { ChecklistStep, getChecklist } from '@courierdesk/contract/to-do';
import { Button } from '@mantine/core';
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { pickUpField, pickUpText } from '../account-state/pick-up-text.ts';
import { accountsTableQuery } from '../../api/accounts.ts';
import { saveStep } from '../../api/to-do.ts';
import { useSession } from '../../session/use-session.ts';
import { showErrorToast } from '../../ui/toasts/toast.ts';
import styles from './checklist.module.css';
import { formatCount } from '@courierdesk/contract/count-text';

type Action = { label: string; to: string; hash?: string; access: Access };
type StepText = { title: string; about: string; actions: readonly Action[] };

const texts: Record<ChecklistStep, StepText> = {
  courier: {
    title: 'Connect a courier and test it',
    about: 'Enter the credentials of your account. This step is done when the courier accepts them.',
    actions: [{ label: 'Connect a courier', to: '/dashboard/accounts/create-account', access: ['WRITE_ACCOUNTS'] }],
  },
  settings: {
    title: 'Check weight and pick-up address',
    about: 'Each courier account has a pick-up address, and a weight for orders without one.',
    actions: [{ label: 'Check courier accounts', to: '/dashboard/accounts', access: ['READ_ACCOUNTS'] }],
  },
  booking: {
    title: 'Book a first parcel',
    about: 'Choose a store order that is ready to book.',
    actions: [{ label: 'Open store orders', to: '/dashboard/shopify/orders', access: ['BOOK_ORDERS'] }],
  },
  printing: {
    title: 'Print its label',
    about: 'Select the parcel on the Orders page and print.',
    actions: [{ label: 'Open orders', to: '/dashboard/orders', access: ['READ_ORDERS'] }],
  },
  colleague: {
    title: 'Invite a colleague',
    about: 'Give each person their own sign-in, and choose what they may do.',
    actions: [{ label: 'Create user', to: '/dashboard/create-user', access: 'owner' }],
  },
};

/** An account that was saved while its courier did not respond. */
const testTexts = ({ id, name }: CourierAccount): StepText => ({
  ...texts.courier,
  about: `${name} is saved, but its courier has not accepted the credentials yet.`,
  actions: [{ label: `Test ${name}`, to: `/dashboard/edit-account/${id}`, access: ['WRITE_ACCOUNTS'] }],
});

/** With one account, its values and the way to its fields. */
function checkTexts(account: CourierAccount): StepText {
  const { id, company, name, weight } = account;
  const to = `/dashboard/edit-account/${id}`;
  const grams = weight > 0 ? `${formatCount(weight)} g` : 'the shop’s default weight';
  return {
    ...texts.settings,
    about: `${name}: ${grams} for an order without a weight. Pick-up: ${pickUpText(account)}.`,
    actions: [
      { label: 'Check weight', to, hash: 'field-weight', access: ['WRITE_ACCOUNTS'] },
      { label: 'Check pick-up address', to, hash: `field-${pickUpField[company]}`, access: ['WRITE_ACCOUNTS'] },
    ],
  };
}

/** So many steps done: the rest is one line. */
const shortFrom = 3;

/**
 * The first steps of a new shop, until they are done or hidden: one step to take now, and one line once most are done. `at`: one line
 * on this page, which has a primary button of its own; no button leads to where the person is.
 */
export function Checklist({ steps, at }: { steps: ReplyOf<typeof getChecklist>['data']; at?: string }) {
  const { user } = useSession();
  const save = useMutation({ mutationFn: saveStep, onError: showErrorToast });
  const may = (access: Access): boolean => canAccess(access, user ?? undefined);
  const canSave = may(['WRITE_SETTINGS']);
  const done = steps.filter((one) => one.done).length;
  const next = steps.find((one) => !one.done);
  const isShort = at !== undefined || done >= shortFrom;
  const canChangeAccounts = may(['READ_ACCOUNTS']) && may(['WRITE_ACCOUNTS']);
  const { data } = useQuery({
    ...accountsTableQuery({ page: 1, limit: 2 }),
    enabled: (next?.step === 'courier' || next?.step === 'settings') && canChangeAccounts,
  });
  const [account, ...others] = data?.accounts ?? [];
  const textOf = (step: ChecklistStep): StepText => {
    if (step === 'courier' && account) return testTexts(account);
    return step === 'settings' && account && others.length === 0 ? checkTexts(account) : texts[step];
  };
  return (
    <section className={styles.section} data-short={isShort || undefined} aria-labelledby="checklist">
      <div className={styles.head}>
        <h2 id="checklist" className={styles.title}>
          Get started <span className={styles.count}>{`${done} of ${steps.length}`}</span>
        </h2>
        {canSave && (
          <Button variant="subtle" size="xs" loading={save.isPending} onClick={() => save.mutate('hidden')}>
            Hide checklist
          </Button>
        )}
      </div>
      <ol className={styles.steps}>
        {(isShort ? steps.filter((one) => one === next) : steps).map((one) => {
          const { step } = one;
          const { title, about, actions } = textOf(step);
          return (
            <li key={step} className={styles.step} data-done={one.done || undefined}>
              {one.done ? <IconCircleCheckFilled size={20} aria-hidden /> : <IconCircle size={20} aria-hidden />}
              <div className={styles.text}>
                <strong>{title}</strong>
                {!isShort && <span className={styles.about}>{one.done ? 'Done' : about}</span>}
              </div>
              {one === next && (
                <div className={styles.actions}>
                  {actions
                    .filter(({ to, access }) => to !== at && may(access))
                    .map(({ label, to, hash }, place) => (
                      <Button
                        key={label}
                        variant={place > 0 ? 'default' : at ? 'light' : 'filled'}
                        size="xs"
                        renderRoot={(props) => <Link to={to} {...(hash && { hash })} {...props} />}
                      >
                        {label}
                      </Button>
                    ))}
                  {step === 'settings' && canSave && (
                    <Button
                      variant="default"
                      size="xs"
                      loading={save.isPending}
                      onClick={() => save.mutate('settings')}
                    >
                      Looks right
                    </Button>
                  )}
                </div>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
