import { lazy, Suspense, useState } from 'react';
import { UserButton } from './user-button.tsx';

const load = () => import('./opened-user-menu.tsx');
const OpenedUserMenu = lazy(async () => ({ default: (await load()).OpenedUserMenu }));

/** Name, shop and initials; what the menu needs is fetched when someone reaches for it. */
export function UserMenu({ onKeys }: { onKeys: () => void }) {
  const [wanted, setWanted] = useState(false);
  const button = <UserButton onPointerEnter={() => void load()} onClick={() => setWanted(true)} />;
  if (!wanted) return button;
  return (
    <Suspense fallback={button}>
      <OpenedUserMenu onKeys={onKeys} />
    </Suspense>
  );
}
