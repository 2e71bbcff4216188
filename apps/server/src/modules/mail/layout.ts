/** How a mail of the product looks, and the same in plain text. */
import { escapeHtml } from '#services/html.ts'

export interface Page {
  heading: string
  /** Plain text, a paragraph each. `{{name}}` stands for the recipient's name. */
  lines: string[]
  /** Shown large, to be read and typed. */
  code?: string
  /** `{{link}}` as `href` stands for the recipient's own link. */
  action?: { label: string; href: string }
  /** Why the mail came, or what to do with one that should not have. */
  footer: string
}

const sans = "'Hanken Grotesk',system-ui,-apple-system,'Segoe UI',sans-serif"
const serif = "Newsreader,Georgia,'Times New Roman',serif"
const [page, surface, line, ink, faint, accent] = ['#faf9f6', '#ffffff', '#e3dfd7', '#23211d', '#57534b', '#3049c6']

/** The place of the school's name, filled in when the mail is put into the outbox. */
const schoolMark = '{{school}}'

/** Styles stand at each element: mail programs drop style sheets. Nothing is loaded from anywhere. */
function htmlOf({ heading, lines, code, action, footer }: Page): string {
  const paragraph = (text: string) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`
  const shown = code
    ? `<p style="margin:0 0 16px;font:600 28px/36px ui-monospace,Menlo,Consolas,monospace;letter-spacing:6px">${escapeHtml(code)}</p>`
    : ''
  const button = action
    ? `<p style="margin:0 0 16px"><a href="${escapeHtml(action.href)}" style="display:inline-block;background:${accent};color:#ffffff;padding:10px 18px;border-radius:8px;text-decoration:none;font-weight:600">${escapeHtml(action.label)}</a></p>
<p style="margin:0 0 16px;font-size:13px;line-height:20px;color:${faint};word-break:break-all">${escapeHtml(action.href)}</p>`
    : ''
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"><title>${escapeHtml(heading)}</title></head>
<body style="margin:0;background:${page};color:${ink};font:16px/24px ${sans}">
<div style="max-width:520px;margin:0 auto;padding:32px 16px">
<p style="margin:0 0 16px;font:500 20px/26px ${serif}">LMS${schoolMark}</p>
<div style="background:${surface};border:1px solid ${line};border-radius:12px;padding:28px 28px 12px">
<h1 style="margin:0 0 16px;font:500 26px/32px ${serif}">${escapeHtml(heading)}</h1>
${lines.map(paragraph).join('\n')}
${shown}${button}
</div>
<p style="margin:16px 0 0;font-size:13px;line-height:20px;color:${faint}">${escapeHtml(footer)}</p>
</div></body></html>
`
}

const textOf = ({ heading, lines, code, action, footer }: Page): string =>
  schoolMark +
  [heading, ...lines, ...(code ? [code] : []), ...(action ? [`${action.label}:\n${action.href}`] : []), `-- \n${footer}`].join('\n\n') +
  '\n'

type Written = { html: string; text: string }

export const layout = (content: Page): Written => ({ html: htmlOf(content), text: textOf(content) })

/** The school's name below the brand and at the top of the plain text; without a name, nothing in their place. */
export function withSchool<L extends Written>(letter: L, name: string | null): L {
  const html = name ? `<br><span style="font:400 14px/20px ${sans};color:${faint}">${escapeHtml(name)}</span>` : ''
  return {
    ...letter,
    html: letter.html.replace(schoolMark, () => html),
    text: letter.text.replace(schoolMark, () => (name ? `${name}\n\n` : '')),
  }
}
