import { lazy, Suspense, useState } from 'react';
import { UserButton } from './user-button.tsx';

const load = () => import('./user-menu-dropdown.tsx');
const UserMenuDropdown = lazy(async () => ({ default: (await load()).UserMenuDropdown }));

/** The user's name and shop. Loads the menu's code on hover or click. */
export function UserMenu({ onKeys }: { onKeys: () => void }) {
  const [wanted, setWanted] = useState(false);
  const button = <UserButton onPointerEnter={() => void load()} onClick={() => setWanted(true)} />;
  if (!wanted) return button;
  return (
    <Suspense fallback={button}>
      <UserMenuDropdown onKeys={onKeys} />
    </Suspense>
  );
}
