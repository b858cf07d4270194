import { lazy, Suspense, useState } from 'react';
import { UserButton } from './user-button.tsx';

const load = () => import('./opened-user-menu.tsx');
const OpenedUserMenu = lazy(async () => ({ default: (await load()).OpenedUserMenu }));

/** The user's name and shop. Loads the menu's code on hover or click. */
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
