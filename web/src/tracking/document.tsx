import { readableOn } from '@courierdesk/contract/colours';
import { defaultColour } from '@courierdesk/contract/public-tracking';
import type { CSSProperties, ReactNode } from 'react';
import type { Asked, PublicTracking } from './page-input.ts';
import { linkQuery } from './link-query.ts';
import stylesheet from './tracking.css?url';
import { textsOf, type Lang } from './texts.ts';

type Shop = Pick<PublicTracking['shop'], 'name' | 'logo' | 'colour'>;

/** The frame of every page: head, shop, and the language switch. */
export function Document(props: {
  lang: Lang;
  title: string;
  shop?: Shop;
  asked?: Asked;
  script?: string;
  children: ReactNode;
}) {
  const { lang, shop } = props;
  const { switchTo } = textsOf[lang];
  return (
    <html lang={lang} dir={lang === 'ur' ? 'rtl' : 'ltr'} style={shop && coloursOf(shop)}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <meta name="referrer" content="no-referrer" />
        <meta name="format-detection" content="telephone=no" />
        <title>{props.title}</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href={stylesheet} />
        {props.script && <script src={props.script} defer />}
      </head>
      <body>
        <div className="column">
          <header className="top">
            {shop && <ShopName shop={shop} />}
            <a
              className="language"
              href={linkQuery(switchTo.lang, props.asked)}
              lang={switchTo.lang}
              hrefLang={switchTo.lang}
            >
              {switchTo.name}
            </a>
          </header>
          <main>{props.children}</main>
        </div>
      </body>
    </html>
  );
}

/** The logo, which has the name in it, or the name with its first letter. */
function ShopName({ shop: { name, logo } }: { shop: Shop }) {
  if (logo)
    return (
      <p className="shop">
        <img className="picture" src={logo.url} width={logo.width} height={logo.height} alt={name} />
      </p>
    );
  return (
    <p className="shop">
      <span className="logo" aria-hidden>
        {[...name.trim()][0]?.toUpperCase()}
      </span>
      <bdi>{name}</bdi>
    </p>
  );
}

/** The shop's colour behind white text, and its nearest readable shades for links on the page's backgrounds. */
const coloursOf = ({ colour }: Shop): Colours | undefined =>
  colour === defaultColour
    ? undefined
    : {
        '--brand': colour,
        '--brand-on-light': readableOn(colour, '#f7f8f9'),
        '--brand-on-dark': readableOn(colour, '#181a1e'),
      };

type Colours = CSSProperties & Record<`--${string}`, string>;
