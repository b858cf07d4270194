import type { ReplyOf } from '@courierdesk/contract/endpoint';
import type { getTwoFactor } from '@courierdesk/contract/two-factor';
import { Switch } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { requireOfStaff, twoFactorQuery } from '../../api/own-account/two-factor.ts';
import { FailureNotice } from '../../ui/notice.tsx';
import { Section } from '../../ui/section.tsx';
import { showToast } from '../../ui/toasts/toast.ts';

type Staff = ReplyOf<typeof getTwoFactor>['staff'];

/** For the owner: whether staff must use two-factor. */
export function StaffRequirement() {
  const { data } = useQuery(twoFactorQuery);
  const change = useMutation({
    mutationFn: requireOfStaff,
    onSuccess: (_, required) =>
      showToast(required ? 'Two-factor is required for staff' : 'Two-factor is optional for staff'),
  });
  if (!data?.available) return null;
  return (
    <Section title="Two-factor for staff">
      <Switch
        label="Require two-factor for all staff"
        description={whomItAffects(data.staff)}
        checked={data.required_of_staff}
        disabled={change.isPending}
        onChange={(event) => change.mutate(event.currentTarget.checked)}
      />
      <FailureNotice failure={change.error} />
    </Section>
  );
}

const nextSignIn = 'They set it up at their next sign-in, before they can do anything else.';

function whomItAffects(staff: Staff): string {
  if (!staff || staff.active === 0) return nextSignIn;
  const { active, without } = staff;
  if (active === 1)
    return without === 0 ? 'Your colleague has set it up.' : `Your colleague has not set it up. ${nextSignIn}`;
  if (without === 0) return `All ${active} colleagues have set it up.`;
  return `${without} of ${active} colleagues ${without === 1 ? 'has' : 'have'} not set it up. ${nextSignIn}`;
}
