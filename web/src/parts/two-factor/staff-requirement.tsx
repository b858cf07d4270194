import type { ReplyOf } from '@courierdesk/contract/endpoint';
import type { getTwoFactor } from '@courierdesk/contract/two-factor';
import { Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { requireOfStaff, twoFactorQuery } from '../../api/own-account/two-factor.ts';
import { messageOf } from '../../lib/failures.ts';
import { Notice } from '../../ui/notice.tsx';
import { Section } from '../../ui/section.tsx';
import { showToast } from '../../ui/toasts/toast.ts';

type Staff = ReplyOf<typeof getTwoFactor>['staff'];

/** For the owner: whether staff must use two-factor. */
export function StaffRequirement() {
  const { data } = useQuery(twoFactorQuery);
  const [saving, setSaving] = useState(false);
  const [failure, setFailure] = useState<string>();
  const change = async (required: boolean): Promise<void> => {
    setSaving(true);
    setFailure(undefined);
    try {
      await requireOfStaff(required);
      showToast(required ? 'Two-factor is required for staff' : 'Two-factor is optional for staff');
    } catch (error) {
      setFailure(messageOf(error));
    } finally {
      setSaving(false);
    }
  };
  if (!data?.available) return null;
  return (
    <Section title="Two-factor for staff">
      <Switch
        label="Require two-factor for all staff"
        description={whomItAffects(data.staff)}
        checked={data.required_of_staff}
        disabled={saving}
        onChange={(event) => void change(event.currentTarget.checked)}
      />
      {failure && (
        <Notice tone="error" live>
          {failure}
        </Notice>
      )}
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
