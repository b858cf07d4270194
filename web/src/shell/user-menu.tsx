import { Suspense } from 'react';
import { useLazyOpen } from '../ui/use-lazy-open.ts';
import { UserButton } from './user-button.tsx';
import { lazyNamed } from '../ui/lazy-named.ts';

const load = () => import('./user-menu-dropdown.tsx');
const UserMenuDropdown = lazyNamed(async () => (await load()).UserMenuDropdown);

/** The user's name and shop. Loads the menu's code on hover or click. */
export function UserMenu({ onKeys }: { onKeys: () => void }) {
  const [wanted, open] = useLazyOpen(false);
  const button = <UserButton onPointerEnter={() => void load()} onClick={() => open(true)} />;
  return <Suspense>{wanted ? <UserMenuDropdown onKeys={onKeys} /> : button}</Suspense>;
}
