/** Sends one mail: through the configured SMTP server, or to a file if there is none. */

import { constants } from 'node:fs'
import { access, mkdir, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { createTransport } from 'nodemailer'
import { toSingleLine } from '@lms/contract/values'
import type { Config } from '#config.ts'
import type { DelayCause } from '#db/schema/mail.ts'

/** Whether so many milliseconds have passed since then; a clock that was set back since says nothing, and is not waited for. */
export const hasPassed = (milliseconds: number, since: number, now: number): boolean => now < since || now - since >= milliseconds

/**
 * Callers within the interval get the same result: the calling page needs no session, and must not contact the mail server each time.
 * `now` is in milliseconds.
 */
export function throttle(
  milliseconds: number,
  check: () => Promise<void>,
  now: () => number = () => performance.now(),
): () => Promise<void> {
  let [checkedAt, answer] = [-Infinity, Promise.resolve()]
  return () => {
    if (!hasPassed(milliseconds, checkedAt, now())) return answer
    ;[checkedAt, answer] = [now(), check()]
    return answer
  }
}

/** An image that the HTML refers to as `cid:…`. */
export interface MailPicture {
  cid: string
  filename: string
  contentType: string
  content: Buffer
}

export interface Mail {
  id: string
  to: string
  subject: string
  html: string
  text: string
  replyTo: string | null
  /** An attached iCalendar file. */
  calendar?: string | undefined
  pictures?: readonly MailPicture[]
  /** The one-click unsubscribe URL (RFC 8058). */
  unsubscribe?: string | undefined
}

export interface Mailer {
  /** Returns once the server has accepted the mail. Throws `MailRefused` if a retry would fail in the same way, else `MailDelayed`. */
  send: (mail: Mail, signal?: AbortSignal) => Promise<void>
  /** Throws if mail cannot be sent now. */
  check: () => Promise<void>
  /** DEMO: files shown at /outbox. NONE: files that are not shown. */
  delivery: 'SMTP' | 'DEMO' | 'NONE'
  /** Mails stay readable after they are sent: those written to files can be read on this machine anyway. */
  keepsText: boolean
  close: () => void
}

/** The server rejects this mail permanently. */
export class MailRefused extends Error {}

export class MailDelayed extends Error {
  readonly delayedBy: DelayCause
  constructor(delayedBy: DelayCause, error: Error) {
    super(error.message, { cause: error })
    this.delayedBy = delayedBy
  }
}

export async function createMailer({ mail, dataDir, demo }: Pick<Config, 'mail' | 'dataDir' | 'demo'>): Promise<Mailer> {
  if (mail.kind === 'smtp') return overSmtp(mail.url, mail.from)
  return { ...intoFiles(join(dataDir, 'outbox'), mail.from), delivery: demo ? 'DEMO' : 'NONE' }
}

/** Its id becomes the Message-ID, so that a mail sent twice is recognised as one. */
function toMessage({ id, to, subject, html, text, replyTo, calendar, pictures = [], unsubscribe }: Mail, from: string) {
  // An address with a line break could inject headers.
  if ([to, replyTo ?? ''].some((value) => /[\r\n]/.test(value))) throw new MailRefused('an address of the mail has more than one line')
  const domain = /@([^\s>]+)/.exec(from)?.[1] ?? 'localhost'
  return {
    from,
    // As an object, so that a comma in it does not split the address.
    to: { name: '', address: to },
    ...(replyTo && { replyTo: { name: '', address: replyTo } }),
    subject: toSingleLine(subject),
    html,
    text,
    ...(calendar !== undefined && { icalEvent: { method: 'PUBLISH', filename: 'session.ics', content: calendar } }),
    attachments: pictures.map((picture) => ({ ...picture, contentDisposition: 'inline' as const })),
    messageId: `<${id}@${domain}>`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribe && {
        'List-Unsubscribe': { prepared: true, value: `<${unsubscribe}>` },
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** Milliseconds. Each can be set in SMTP_URL too, as in `?socketTimeout=60000`. */
const smtpTimeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, dnsTimeout: 10_000, socketTimeout: 30_000 }

function overSmtp(url: string, from: string): Mailer {
  // The pool only resends a message of which not a single byte was sent.
  const transport = createTransport({ url, pool: true, maxConnections: 1, maxRequeues: 1, ...smtpTimeouts })
  return {
    delivery: 'SMTP',
    keepsText: false,
    send: async (mail, signal) => {
      await transport.sendMail({ ...toMessage(mail, from), ...(signal && { signal }) }).catch((error: unknown) => {
        throw error instanceof Error && !(error instanceof MailRefused) ? toMailError(error) : error
      })
    },
    check: throttle(10_000, () => withinReason(transport.verify())),
    close: () => transport.close({ force: true }),
  }
}

interface SmtpAnswer {
  responseCode?: number | false
  command?: string
  response?: string
}

/**
 * A 5xx to RCPT TO or DATA is final, with two exceptions. Our own settings (sign-in, relaying, policy: 5.7.x, and senders: 5.1.7, 5.1.8;
 * RFC 3463) can be corrected, and a full mailbox may be emptied. A 5xx before RCPT TO is about us.
 */
function toMailError(error: Error): MailRefused | MailDelayed {
  const { responseCode, command = '', response = '' } = error as SmtpAnswer
  const code = Number(responseCode ?? 0)
  const isOurs = isAboutSettings(code, response)
  if (command === 'RCPT TO' || command === 'DATA') {
    if (isOurs) return new MailDelayed('SETTINGS', error)
    if (code >= 500 && !isLackOfRoom(code, response)) return new MailRefused(error.message)
    return new MailDelayed(code >= 400 ? 'RECIPIENT' : 'SERVER', error)
  }
  return new MailDelayed(isOurs || code >= 500 ? 'SETTINGS' : 'SERVER', error)
}

const enhancedCode = (response: string) => /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1]

/** 530, 534, 535 and 538 are about authentication (RFC 4954); without an enhanced code, servers report in words that they do not relay. */
function isAboutSettings(code: number, response: string): boolean {
  const enhanced = enhancedCode(response)
  if (enhanced) return /^5\.7\.|^5\.1\.[78]$/.test(enhanced)
  return [530, 534, 535, 538].includes(code) || (code >= 500 && /\brelay|authenticat/i.test(response))
}

/**
 * The enhanced code takes precedence (5.2.2 mailbox full, 5.3.1 mail system full), as 552 is also used for messages that are too
 * large; alone it means insufficient storage (RFC 5321, 4.2.3).
 */
function isLackOfRoom(code: number, response: string): boolean {
  const enhanced = enhancedCode(response)
  return enhanced ? enhanced === '5.2.2' || enhanced === '5.3.1' : code === 552
}

function intoFiles(folder: string, from: string): Omit<Mailer, 'delivery'> {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    keepsText: true,
    send: async ({ pictures = [], ...mail }) => {
      await mkdir(folder, { recursive: true })
      for (const picture of pictures) await savePicture(folder, picture)
      // Everybody in a course gets the same pictures: they lie beside the mails, once.
      const html = pictures.reduce((text, picture) => text.replaceAll(`cid:${picture.cid}`, pictureName(picture)), mail.html)
      const { message } = await composer.sendMail(toMessage({ ...mail, html }, from))
      await writeWhole(join(folder, `${mail.id}.eml`), message as Buffer)
    },
    check: async () => {
      await mkdir(folder, { recursive: true })
      await access(folder, constants.W_OK)
    },
    close: () => {},
  }
}

const pictureName = ({ cid, filename }: MailPicture): string => `${cid}${extname(filename)}`

/** Its time says when a mail last used it. */
async function savePicture(folder: string, picture: MailPicture): Promise<void> {
  const path = join(folder, pictureName(picture))
  const now = new Date()
  await utimes(path, now, now).catch(() => writeWhole(path, picture.content))
}

/** Removes files of mails, and their pictures, that were written before this time; also when there is a mail server by now. */
export async function deleteOldMailFiles(dataDir: string, before: Date): Promise<void> {
  const folder = join(dataDir, 'outbox')
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => undefined)
    if (found && found.mtime < before) await rm(path, { force: true })
  }
}

/** Written completely or not at all, always to the same file: the mail may be sent again after a crash. */
async function writeWhole(path: string, content: Buffer): Promise<void> {
  await writeFile(`${path}.part`, content, { mode: 0o600, flush: true })
  await rename(`${path}.part`, path)
}

/** Timeout of a check in milliseconds. */
const checkTimeoutMs = 3000

const withinReason = async (work: Promise<unknown>): Promise<void> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('the mail server does not answer')), checkTimeoutMs)
  })
  work.catch(() => {})
  await Promise.race([work, late]).finally(() => clearTimeout(timer))
}
