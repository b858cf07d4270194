import { ResetEmailForm } from '../../parts/passwords/reset-email-form.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';

export const ForgotPassword = ({ email, onClose }: { email: string; onClose: () => void }) => (
  <Dialog opened onClose={onClose} title="Account verification">
    <ResetEmailForm
      email={email}
      about="Enter the email you sign in with. We send you a link to create a new password."
      onCancel={onClose}
    />
  </Dialog>
);
