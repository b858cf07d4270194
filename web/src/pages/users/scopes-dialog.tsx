import { scopeDescription } from '@courierdesk/contract/scopes';
import type { ShopUser } from '@courierdesk/contract/users';
import { fullName } from '../../lib/full-name.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { ScopeBadge } from '../../parts/scopes/scope-badge.tsx';
import styles from './users-page.module.css';

/** What a user may do. */
export function ScopesDialog({ user, onClose }: { user: ShopUser | undefined; onClose: () => void }) {
  return (
    <Dialog opened={user !== undefined} onClose={onClose} title="Assigned Scopes">
      {user && (
        <div className={styles.dialog}>
          <span>{user.role === 'ADMIN' ? `${fullName(user)} owns the shop and has all scopes.` : fullName(user)}</span>
          {user.access_scopes.map((scope) => (
            <div key={scope} className={styles.badges}>
              <span>{scopeDescription[scope]}</span>
              <ScopeBadge scope={scope} />
            </div>
          ))}
        </div>
      )}
    </Dialog>
  );
}
