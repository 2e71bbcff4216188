/** Adds mail to the outbox: the layout, and rows with their jobs, in the transaction that the mail is about. */

import { encodeForAddress } from '@lms/contract/rules/course-emails'
import { isolate } from '@lms/contract/rules/direction'
import type { TextTag } from '@lms/contract/rules/text-formats'
import { toSingleLine } from '@lms/contract/values'
import type { Db } from '#db/client.ts'
import { insertMails, createPlaceholder, type Letter } from '#modules/mail/queries.ts'
import { findSchoolName } from '#modules/school/queries.ts'
import { escapeHtml, withDirections } from '#services/html.ts'
import { addJobs } from '#services/jobs.ts'

/** The layout of a mail, and its plain text. */
interface Page {
  heading: string
  /** Plain text, one paragraph each; those with an `href` are links. */
  lines: (string | { text: string; href: string })[]
  /** Shown large, to be typed elsewhere. */
  code?: string
  action?: { label: string; href: string }
  /** A text written by a user, as sanitized HTML and as plain text; it follows `lines`. */
  body?: { html: string; text: string }
  /** Why the mail was sent, or what to do if it was unexpected. */
  footer: string
  footerAction?: { label: string; href: string }
}

const sans = "'Hanken Grotesk',system-ui,-apple-system,'Segoe UI',sans-serif"
const serif = "Newsreader,Georgia,'Times New Roman',serif"
const [page, surface, line, ink, faint, accent] = ['#faf9f6', '#ffffff', '#e3dfd7', '#23211d', '#57534b', '#3049c6']

const mono = 'ui-monospace,Menlo,Consolas,monospace'
/** Of the formats that users may write, as on the page. */
const formats = {
  h2: `margin:24px 0 8px;font:600 18px/26px ${sans}`,
  h3: `margin:20px 0 8px;font:600 16px/24px ${sans}`,
  blockquote: `margin:0 0 16px;padding:0 0 0 14px;border-left:2px solid ${line};color:${faint}`,
  pre: `margin:0 0 16px;padding:12px;border-radius:8px;background:${page};font:14px/20px ${mono};white-space:pre-wrap`,
  code: `font-family:${mono};font-size:14px`,
  hr: `margin:16px 0;border:0;border-top:1px solid ${line}`,
} satisfies Partial<Record<TextTag, string>>
const withFormats = (html: string): string =>
  html
    .replace(/<(h2|h3|blockquote|pre|code|hr)(?=[\s>/])/g, (tag, name: keyof typeof formats) => `${tag} style="${formats[name]}"`)
    // Mail programs leave out an empty paragraph.
    .replaceAll('<p></p>', '<p>&#160;</p>')

/** Of the school's name. */
const schoolMark = createPlaceholder()

/** Styles are inline: mail programs drop style sheets. Nothing is loaded from elsewhere. */
function toHtml({ heading, lines, body, code, action, footer, footerAction }: Page): string {
  const paragraph = (content: string) => `<p dir="auto" style="margin:0 0 16px">${content}</p>`
  const toParagraph = (item: Page['lines'][number]) =>
    typeof item === 'string'
      ? paragraph(escapeHtml(item))
      : paragraph(`<a href="${escapeHtml(item.href)}" style="color:${accent}">${escapeHtml(item.text)}</a>`)
  const shown = code
    ? `<p style="margin:0 0 16px;font:600 28px/36px ui-monospace,Menlo,Consolas,monospace;letter-spacing:6px">${escapeHtml(code)}</p>`
    : ''
  const button = action
    ? `<p style="margin:0 0 16px"><a href="${escapeHtml(action.href)}" style="display:inline-block;background:${accent};color:#ffffff;padding:10px 18px;border-radius:8px;text-decoration:none;font-weight:600">${escapeHtml(action.label)}</a></p>
<p style="margin:0 0 16px;font-size:13px;line-height:20px;color:${faint};word-break:break-all">${escapeHtml(action.href)}</p>`
    : ''
  const end = footerAction ? ` <a href="${escapeHtml(footerAction.href)}" style="color:${faint}">${escapeHtml(footerAction.label)}</a>` : ''
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"><title>${escapeHtml(heading)}</title></head>
<body style="margin:0;background:${page};color:${ink};font:16px/24px ${sans}">
<div style="max-width:520px;margin:0 auto;padding:32px 16px">
<p style="margin:0 0 16px;font:500 20px/26px ${serif};overflow-wrap:anywhere">LMS${schoolMark}</p>
<div style="background:${surface};border:1px solid ${line};border-radius:12px;padding:28px 28px 12px;overflow-wrap:anywhere">
<h1 dir="auto" style="margin:0 0 16px;font:500 26px/32px ${serif}">${escapeHtml(heading)}</h1>
${lines.map(toParagraph).join('\n')}
${withDirections(withFormats(body?.html ?? ''))}${shown}${button}
</div>
<p style="margin:16px 0 0;font-size:13px;line-height:20px;color:${faint};overflow-wrap:anywhere">${escapeHtml(footer)}${end}</p>
</div></body></html>
`
}

const toText = ({ heading, lines, body, code, action, footer, footerAction }: Page): string =>
  schoolMark +
  [
    heading,
    ...lines.map((item) => (typeof item === 'string' ? item : `${item.text}\n${item.href}`)),
    ...(body ? [body.text] : []),
    ...(code ? [code] : []),
    ...(action ? [`${action.label}:\n${action.href}`] : []),
    `-- \n${footer}${footerAction ? `\n${footerAction.label}: ${footerAction.href}` : ''}`,
  ].join('\n\n') +
  '\n'

type Written = { html: string; text: string }

export const layout = (content: Page): Written => ({ html: toHtml(content), text: toText(content) })

/** The school's name below the brand and at the top of the plain text; nothing if it has no name. */
export function addSchoolName<L extends Written>(letter: L, name: string | null): L {
  const html = name ? `<br><span style="font:400 14px/20px ${sans};color:${faint}">${escapeHtml(name)}</span>` : ''
  return {
    ...letter,
    html: letter.html.replace(schoolMark, () => html),
    text: letter.text.replace(schoolMark, () => (name ? `${name}\n\n` : '')),
  }
}

export const sendMailJob = 'mail.send'
/** Emails that a user is waiting for come before ten thousand invitations. */
export const priorities = { CODE: -20, ADDRESS: -20, NOTICE: -10, INVITATION: 10, COURSE: 10 } as const

/** Milliseconds for which mail waits for a mail server to be configured. */
export const unsentLifetimeMs = 7 * 86_400_000

export interface Recipient {
  /** Null if the address belongs to no user. */
  userId: string | null
  address: string
  /** The values of `marks` in the email. */
  name?: string
  fullName?: string
  link?: string
  reason?: string
}

/** The payload of a mail's job. Calendar files are stored with the job, because the rows of the outbox stay. */
export type SendMail = { id: string; attempt: number; calendar?: string }

export async function queueMails(
  db: Db,
  letter: Letter & { calendar?: string },
  recipients: readonly Recipient[],
  now: Date,
  /** When they are sent, if not at once. */
  { runAt }: { runAt?: Date } = {},
): Promise<void> {
  if (recipients.length === 0) return
  const ids = await insertMails(db, addSchoolName(letter, await findSchoolName(db)), recipients.map(filledIn), now)
  await addJobs(
    db,
    sendMailJob,
    ids.map((id): SendMail => ({ id, attempt: 0, ...(letter.calendar !== undefined && { calendar: letter.calendar }) })),
    { priority: priorities[letter.kind], ...(runAt && { runAt }) },
  )
}

/** The same email with times in the zone that each recipient chose, null if none: one letter a zone, few in a class. */
export async function queueMailsByZone(
  db: Db,
  write: (zone: string | null) => Letter & { calendar?: string },
  recipients: readonly (Recipient & { timeZone: string | null })[],
  now: Date,
): Promise<void> {
  for (const [zone, some] of Map.groupBy(recipients, ({ timeZone }) => timeZone)) await queueMails(db, write(zone), some, now)
}

function filledIn({ userId, address, name = '', fullName = name, link = '', reason = '' }: Recipient) {
  const [line, full] = [isolate(toSingleLine(name)), isolate(toSingleLine(fullName))]
  const html = { htmlName: escapeHtml(line), htmlFullName: escapeHtml(full), htmlLink: escapeHtml(link) }
  const inAddresses = { addressName: encodeForAddress(name), addressFullName: encodeForAddress(fullName) }
  return { userId, address, name: line, fullName: full, link, reason, ...html, ...inAddresses }
}

/** “Thu 26 Nov 2026, 15:00 GMT+1”: names the zone, because the recipient may be in any. */
export function formatEmailTime(at: string, timeZone: string | null): string {
  const zone = timeZone ?? 'UTC'
  const show = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-GB', { timeZone: zone, ...options }).format(new Date(at))
  const day = show({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })
  return `${day.replace(',', '')}, ${show({ hour: '2-digit', minute: '2-digit', timeZoneName: 'short' })}`
}
