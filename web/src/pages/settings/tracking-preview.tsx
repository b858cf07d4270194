import { defaultColour, type ShopLogo } from '@courierdesk/contract/public-tracking';
import { SegmentedControl } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { useUser } from '../../session/use-session.ts';
import { FoundPage } from '../../tracking/found-page.tsx';
import type { Lang } from '../../tracking/texts.ts';
import styles from './preview.module.css';
import { sampleParcel } from './sample-parcel.ts';

type PreviewedLook = {
  colour: string;
  language: string;
  contact_phone: string;
  contact_email: string;
  contact_whatsapp: string;
};

/** The real tracking page of a made-up parcel, with what is typed in the form. */
export function TrackingPreview({ values, logo }: { values: PreviewedLook; logo: ShopLogo | null }) {
  const [chosen, setChosen] = useState<Lang>();
  const lang = chosen ?? (values.language === 'ur' ? 'ur' : 'en');
  return (
    <section aria-label="Preview" className={styles.preview}>
      <div className={styles.head}>
        <h2 className={styles.title}>Preview</h2>
        <SegmentedControl
          size="xs"
          aria-label="Language of the preview"
          data={[
            { value: 'en', label: 'English' },
            { value: 'ur', label: 'اردو' },
          ]}
          value={lang}
          onChange={(value) => setChosen(value === 'ur' ? 'ur' : 'en')}
        />
      </div>
      <PageFrame values={values} logo={logo} lang={lang} />
      <p className={styles.about}>A made-up parcel. Your customers see changes after you save.</p>
    </section>
  );
}

/** The page has styles of its own, so it is drawn in a frame. */
function PageFrame({ values, logo, lang }: { values: PreviewedLook; logo: ShopLogo | null; lang: Lang }) {
  const shop = useUser().shop.name;
  const frame = useRef<HTMLIFrameElement>(null);
  const root = useRef<Root>(undefined);
  const [height, setHeight] = useState(720);
  const [now] = useState(() => new Date());

  useEffect(() => {
    const page = frame.current?.contentDocument;
    if (!page) return;
    const resized = new ResizeObserver(() => setHeight(page.documentElement.scrollHeight));
    const drawn = createRoot(page);
    root.current = drawn;
    resized.observe(page.documentElement);
    return () => {
      resized.disconnect();
      root.current = undefined;
      // React does not allow it while it renders.
      setTimeout(() => drawn.unmount());
    };
  }, []);

  useEffect(() => {
    const tracking = sampleParcel(
      {
        name: shop,
        help_phone: values.contact_phone.trim(),
        help_email: values.contact_email.trim(),
        help_whatsapp: values.contact_whatsapp.replaceAll(/\D/g, '').replace(/^0/, '92'),
        logo,
        colour: /^#[0-9a-f]{6}$/i.test(values.colour.trim()) ? values.colour.trim() : defaultColour,
        language: 'browser',
      },
      now,
    );
    const number = tracking.order.track_number;
    root.current?.render(
      <FoundPage input={{ kind: 'found', tracking, lang, number, now: now.toISOString(), link: '' }} />,
    );
  }, [values, logo, lang, shop, now]);

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
    <div className={styles.window} role="group" aria-label="Tracking page of a made-up parcel" tabIndex={0}>
      <iframe
        ref={frame}
        className={styles.page}
        style={{ height }}
        title="Tracking page"
        sandbox="allow-same-origin"
        inert
      />
    </div>
  );
}
