import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useState, type KeyboardEvent } from 'react';

/** A field for a password or a key of a courier. It says when Caps Lock is on, because nobody sees the letters. */
export function SecretField({ description, ...props }: Omit<PasswordInputProps, 'onKeyDown' | 'onKeyUp'>) {
  const [capsLock, setCapsLock] = useState(false);
  const look = (event: KeyboardEvent): void => setCapsLock(event.getModifierState('CapsLock'));
  return (
    <PasswordInput
      visibilityToggleButtonProps={{ 'aria-label': 'Show or hide password' }}
      {...props}
      description={capsLock ? <span role="status">Caps Lock is on.</span> : description}
      onKeyDown={look}
      onKeyUp={look}
    />
  );
}
