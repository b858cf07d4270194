import type { ShopLogo } from '@courierdesk/contract/public-tracking';
import { logoLimits } from '@courierdesk/contract/shop-look';
import { Button, FileButton } from '@mantine/core';
import { IconTrash, IconUpload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { deleteLogo, uploadLogo } from '../../api/shop-look.ts';
import { Confirm } from '../../ui/dialogs/confirm.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { Section } from '../../ui/section.tsx';
import { showToast } from '../../ui/toasts/toast.ts';
import styles from './logo-section.module.css';

/** The shop's logo. It is saved at once, without the form around it. */
export function LogoSection({ logo, canWrite }: { logo: ShopLogo | null; canWrite: boolean }) {
  const [removing, setRemoving] = useState(false);
  const resetFile = useRef<() => void>(null);

  const upload = useMutation({
    mutationFn: (file: File) => {
      const refusal = refusalOf(file);
      if (refusal) throw new Error(refusal);
      return uploadLogo(file);
    },
    onSuccess: (message) => showToast(message),
    // The same file can be chosen again.
    onSettled: () => resetFile.current?.(),
  });

  return (
    <Section
      title="Logo"
      about="Shown on the tracking page, in emails to customers, and on our own labels, packing slips and load sheets. The logo is saved as soon as you upload it."
    >
      <div className={styles.line}>
        {logo ? (
          <img
            className={styles.logo}
            src={logo.url}
            width={logo.width}
            height={logo.height}
            alt="The logo of your shop"
          />
        ) : (
          <p className={styles.none}>No logo yet. Your shop’s name is shown instead.</p>
        )}
        {canWrite && (
          <div className="buttons">
            <FileButton
              accept="image/png,image/jpeg"
              resetRef={resetFile}
              onChange={(file) => file && upload.mutate(file)}
              inputProps={{ 'aria-label': 'Logo file' }}
            >
              {(open) => (
                <Button variant="default" leftSection={<IconUpload size={16} />} loading={upload.isPending} {...open}>
                  {logo ? 'Replace logo' : 'Upload logo'}
                </Button>
              )}
            </FileButton>
            {logo && (
              <Button
                variant="subtle"
                color="red"
                leftSection={<IconTrash size={16} />}
                disabled={upload.isPending}
                onClick={() => setRemoving(true)}
              >
                Remove logo
              </Button>
            )}
          </div>
        )}
      </div>
      <p className={styles.about}>PNG or JPEG, maximum 2 MB. A wide logo on white works best on paper.</p>
      <FailureNotice failure={upload.error} />
      <Confirm
        opened={removing}
        onClose={() => setRemoving(false)}
        title="Remove the logo?"
        confirmLabel="Remove logo"
        keepLabel="Keep logo"
        danger
        onConfirm={async () => showToast(await deleteLogo())}
      >
        Labels, emails and the tracking page show your shop’s name instead. Emails that were already sent lose the
        picture too. We don’t keep a copy: to undo this, upload the file again.
      </Confirm>
    </Section>
  );
}

function refusalOf(file: File): string | undefined {
  if (file.type !== 'image/png' && file.type !== 'image/jpeg') return 'The logo must be a PNG or JPEG picture';
  return file.size > logoLimits.bytes ? 'The logo can be at most 2 MB' : undefined;
}
