import { SettingsFrame } from '../../parts/settings/settings-frame.tsx';
import { CustomerMails } from './customer-mails.tsx';

export function CustomerEmailsPage() {
  return (
    <SettingsFrame title="Customer emails" help="settings#customer-emails">
      <CustomerMails />
    </SettingsFrame>
  );
}
