import { escapeHtml } from '../escape-html.ts';

export type MailBody = { readonly text: string; readonly html: string };

type MailLook = {
  /** `#rrggbb`, dark enough for white text. */
  readonly colour: string;
  /** `url` is absolute; the size is in pixels. */
  readonly logo: { readonly url: string; readonly width: number; readonly height: number } | null;
};

type MailContent = {
  /** The sender's name. */
  readonly shopName: string;
  /** Without it, the email is in our colour and names the shop in words. */
  readonly look?: MailLook;
  /** One paragraph each. */
  readonly paragraphs: readonly string[];
  /** The button. */
  readonly action?: { readonly label: string; readonly url: string };
  /** Why the recipient gets this email. */
  readonly reason: string;
};

/** The same words as plain text and as HTML. */
export function composeMail({ shopName, look = ourLook, paragraphs, action, reason }: MailContent): MailBody {
  const link = action && `${action.label}:\n${action.url}`;
  const language = [...paragraphs, ...(action ? [action.label] : []), reason].every(isUrdu) ? urdu : 'lang="en"';
  return {
    text: [...paragraphs, ...(link ? [link] : []), '-- ', reason].join('\n\n'),
    html: page(shopName, look, language, [
      ...paragraphs.map(
        (paragraph) =>
          `<p ${languageOf(paragraph)} style="margin:0 0 16px;white-space:pre-line">${escapeHtml(paragraph)}</p>`,
      ),
      ...(action ? [button(action, look)] : []),
      `<p ${languageOf(reason)} style="margin:24px 0 0;padding-top:16px;border-top:1px solid #ddd;color:#666;font-size:13px">${escapeHtml(reason)}</p>`,
    ]),
  };
}

/** The direction is not `auto`, which some mail programs do not know. */
const languageOf = (text: string): string => (isUrdu(text) ? urdu : 'dir="ltr"');

const urdu = 'lang="ur" dir="rtl"';

/** By the first letter outside of isolates. */
function isUrdu(text: string): boolean {
  const ownWords = text.replaceAll(/\u2068[^\u2068\u2069]*\u2069/g, '');
  return /^\P{L}*(?=\p{L})\p{Script=Arabic}/u.test(ownWords);
}

/** Owners who came from the store may have no first name. */
export const greeting = (firstName: string): string => (firstName ? `Hello ${firstName},` : 'Hello,');

const ourLook: MailLook = { colour: '#0f6b66', logo: null };

/** For a phone first: large text, a button as wide as a thumb needs, and no images but the logo. */
const page = (shopName: string, look: MailLook, language: string, parts: readonly string[]): string =>
  `<!doctype html><html ${language}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"></head><body style="margin:0;padding:16px;background:#f4f5f5;color:#1a1d1d;font:16px/1.5 -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif">
<div style="max-width:520px;margin:0 auto;padding:24px;background:#fff;border:1px solid #e2e4e4;border-radius:8px">
<p style="margin:0 0 20px;font-weight:600;color:${look.colour};font-size:18px">${look.logo ? picture(look.logo, shopName) : `<span ${languageOf(shopName)}>${escapeHtml(shopName)}</span>`}</p>
${parts.join('\n')}
</div></body></html>`;

/** Mail programs that show no images show the name instead. */
function picture({ url, width, height }: NonNullable<MailLook['logo']>, shopName: string): string {
  const scale = Math.min(1, 48 / height, 240 / width);
  const size = `width="${Math.round(width * scale)}" height="${Math.round(height * scale)}"`;
  return `<img src="${escapeHtml(url)}" ${size} alt="${escapeHtml(shopName)}" style="display:block;border:0">`;
}

const button = ({ label, url }: { label: string; url: string }, { colour }: MailLook): string =>
  `<p ${languageOf(label)} style="margin:24px 0"><a href="${escapeHtml(url)}" style="display:inline-block;padding:12px 22px;border-radius:6px;background:${colour};color:#fff;text-decoration:none">${escapeHtml(label)}</a></p>
<p style="margin:0;color:#666;font-size:13px;word-break:break-all"><span dir="ltr">${escapeHtml(url)}</span></p>`;
