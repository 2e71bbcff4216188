/** Sending one mail: through the SMTP server of the configuration, or as a file where there is none. */
import { constants } from 'node:fs'
import { access, mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { toSingleLine } from '@lms/contract/values'
import { createTransport } from 'nodemailer'
import type { Config } from '#config.ts'
import { atMostEvery } from '#services/at-most-every.ts'

export interface Mail {
  id: string
  to: string
  subject: string
  html: string
  text: string
  replyTo: string | null
  /** An iCalendar file that goes with it. */
  calendar?: string | undefined
}

export interface Mailer {
  /** Returns once the server has taken the mail. Throws `MailRefused` where another try would end the same way. */
  send: (mail: Mail, signal?: AbortSignal) => Promise<void>
  /** Throws where mail cannot leave now. */
  check: () => Promise<void>
  /** Mails stay readable after they are sent: those that end in a file may be read on this machine anyway. */
  keepsText: boolean
  close: () => void
}

/** The server takes this mail neither now nor later. */
export class MailRefused extends Error {}

export async function createMailer({ mail, dataDir }: Pick<Config, 'mail' | 'dataDir'>): Promise<Mailer> {
  return mail.kind === 'smtp' ? overSmtp(mail.url, mail.from) : intoFiles(join(dataDir, 'outbox'), mail.from)
}

/** Its id makes the Message-ID, so that a mail sent twice is seen to be one. */
function messageOf({ id, to, subject, html, text, replyTo, calendar }: Mail, from: string) {
  // An address of two lines could hold headers of its own.
  if ([to, replyTo ?? ''].some((value) => /[\r\n]/.test(value))) throw new MailRefused('an address of the mail has more than one line')
  const domain = /@([^\s>]+)/.exec(from)?.[1] ?? 'localhost'
  return {
    from,
    // As an object, so that a comma in it does not make two of one address.
    to: { name: '', address: to },
    ...(replyTo && { replyTo: { name: '', address: replyTo } }),
    subject: toSingleLine(subject),
    html,
    text,
    ...(calendar !== undefined && { icalEvent: { method: 'PUBLISH', filename: 'session.ics', content: calendar } }),
    messageId: `<${id}@${domain}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** Milliseconds. Each may be set in SMTP_URL too, as in `?socketTimeout=60000`. */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, dnsTimeout: 10_000, socketTimeout: 30_000 }

function overSmtp(url: string, from: string): Mailer {
  // A message is sent anew by the pool only where not a byte of it had left.
  const transport = createTransport({ url, pool: true, maxConnections: 1, maxRequeues: 1, ...patience })
  return {
    keepsText: false,
    send: async (mail, signal) => {
      await transport.sendMail({ ...messageOf(mail, from), ...(signal && { signal }) }).catch((error: unknown) => {
        throw isRefusal(error) ? new MailRefused(error.message) : error
      })
    },
    check: atMostEvery(10_000, () => withinReason(transport.verify())),
    close: () => transport.close({ force: true }),
  }
}

/**
 * A 5xx about the recipient or the message. A refused sign-in or sender is the configuration's fault: that can be mended, the mail
 * waits. So it does where there is no room: many servers say 5xx of a mailbox that is emptied tomorrow.
 */
const isRefusal = (error: unknown): error is Error => {
  const { responseCode = 0, command = '', response = '' } = error as { responseCode?: number | false; command?: string; response?: string }
  return Number(responseCode) >= 500 && (command === 'RCPT TO' || command === 'DATA') && !isLackOfRoom(Number(responseCode), response)
}

/**
 * The enhanced code decides where there is one (RFC 3463: 5.2.2 mailbox full, 5.3.1 mail system full), as 552 is said of messages that
 * are too large too; alone it means room (RFC 5321, 4.2.3).
 */
const isLackOfRoom = (code: number, response: string): boolean => {
  const enhanced = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1]
  return enhanced ? enhanced === '5.2.2' || enhanced === '5.3.1' : code === 552
}

function intoFiles(folder: string, from: string): Mailer {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    keepsText: true,
    send: async (mail) => {
      const { message } = await composer.sendMail(messageOf(mail, from))
      await mkdir(folder, { recursive: true })
      await writeWhole(join(folder, `${mail.id}.eml`), message as Buffer)
    },
    check: async () => {
      await mkdir(folder, { recursive: true })
      await access(folder, constants.W_OK)
    },
    close: () => {},
  }
}

/** Whole or not at all, and the same file however often: the mail may be sent again after a crash. */
async function writeWhole(path: string, content: Buffer): Promise<void> {
  const file = await open(`${path}.part`, 'w', 0o600)
  await file.writeFile(content)
  await file.sync()
  await file.close()
  await rename(`${path}.part`, path)
}

/** Milliseconds that a check may take. */
const reasonable = 3000

const withinReason = async (work: Promise<unknown>): Promise<void> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('the mail server does not answer')), reasonable)
  })
  work.catch(() => {})
  await Promise.race([work, late]).finally(() => clearTimeout(timer))
}
