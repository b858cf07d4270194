import type { ReactNode } from 'react';
import stylesheet from './tracking.css?url';
import { textsOf, type Lang } from './texts.ts';

/** The frame of every page: head, shop, and the language switch. */
export function Document(props: { lang: Lang; title: string; shop?: string; children: ReactNode }) {
  const { lang, shop } = props;
  const { switchTo } = textsOf[lang];
  return (
    <html lang={lang} dir={lang === 'ur' ? 'rtl' : 'ltr'}>
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
      </head>
      <body>
        <div className="column">
          <header className="top">
            {shop && (
              <p className="shop">
                <span className="logo" aria-hidden>
                  {[...shop.trim()][0]?.toUpperCase()}
                </span>
                <bdi>{shop}</bdi>
              </p>
            )}
            <a className="language" href={`?lang=${switchTo.lang}`} lang={switchTo.lang} hrefLang={switchTo.lang}>
              {switchTo.name}
            </a>
          </header>
          <main>{props.children}</main>
        </div>
      </body>
    </html>
  );
}
