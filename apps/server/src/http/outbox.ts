/** /outbox: the mails of a demo, which are not sent. For users of this machine only. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Id } from '@lms/contract/values'
import { isLoopback } from '#config.ts'
import type { Db } from '#db/client.ts'
import type { Dependencies } from '#http/mount.ts'
import { escapeHtml } from '#services/html.ts'

const maxShown = 200

interface Mail {
  id: string
  toAddress: string
  subject: string
  text: string
  sentAt: string | null
}
interface SentMail {
  listSent: (db: Db, limit: number) => Promise<Mail[]>
  findSent: (db: Db, id: string) => Promise<Mail | undefined>
}

export function addOutbox(app: FastifyInstance, { database, services: { config } }: Dependencies, { listSent, findSent }: SentMail): void {
  if (!config.demo || config.mail.kind !== 'outbox') return
  const forThisMachine = { schema: { hide: true }, onRequest: refuseStrangers }
  app.get('/outbox', forThisMachine, async (_request, reply) => send(reply, listPage(await listSent(database.db, maxShown))))
  app.get('/outbox/:id', forThisMachine, async (request, reply) => {
    const { data: id } = Id.safeParse((request.params as { id: string }).id)
    const mail = id && (await findSent(database.db, id))
    return mail ? send(reply, mailPage(mail)) : reply.callNotFound()
  })
}

/** Demo mode listens on loopback only; the Host header is checked too, against DNS rebinding. */
function refuseStrangers({ hostname }: FastifyRequest, reply: FastifyReply, done: () => void): void {
  if (isLoopback(hostname)) done()
  else reply.callNotFound()
}

const send = (reply: FastifyReply, html: string) => reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(html)

const page = (title: string, content: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title} - LMS</title>
<style>
:root { color-scheme: light dark; --line: light-dark(#e3dfd7, #33312c); --accent: light-dark(#2c43b8, #8b9be8) }
body { margin: 0; background: light-dark(#faf9f6, #181715); color: light-dark(#23211d, #eceae4); font: 16px/24px system-ui, sans-serif }
main { max-width: 760px; margin: 0 auto; padding: 32px 16px }
h1 { font: 500 28px/34px Newsreader, Georgia, serif }
a { color: var(--accent) }
ol { list-style: none; padding: 0 }
li { border-top: 1px solid var(--line); padding: 12px 0 }
dt, small { color: light-dark(#6b665d, #9d988d); font-size: 14px }
dd { margin: 0 0 8px }
pre { font: inherit; white-space: pre-wrap; overflow-wrap: anywhere; border-top: 1px solid var(--line); padding-top: 16px }
</style></head><body><main>${content}</main></body></html>
`

const formatTime = (instant: string | null) =>
  instant ? `<time datetime="${instant}">${instant.slice(0, 16).replace('T', ' ')} UTC</time>` : ''

function listPage(mails: Mail[]): string {
  const item = ({ id, subject, toAddress, sentAt }: Mail) =>
    `<li><a href="/outbox/${id}">${escapeHtml(subject)}</a><br><small>to ${escapeHtml(toAddress)}, ${formatTime(sentAt)}</small></li>`
  const list = mails.length ? `<ol>${mails.map(item).join('\n')}</ol>` : '<p>No mail was written yet.</p>'
  return page('Outbox', `<h1>Outbox</h1><p>Without a mail server, mails are kept on this machine. The newest comes first.</p>${list}`)
}

function mailPage({ subject, toAddress, sentAt, text }: Mail): string {
  const linked = escapeHtml(text).replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`)
  const head = `<dl><dt>To</dt><dd>${escapeHtml(toAddress)}</dd><dt>Sent</dt><dd>${formatTime(sentAt)}</dd></dl>`
  return page(escapeHtml(subject), `<p><a href="/outbox">All mails</a></p><h1>${escapeHtml(subject)}</h1>${head}<pre>${linked}</pre>`)
}
