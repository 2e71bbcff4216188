/** /outbox: the mails of a demo, which are not sent. For users of this machine only. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Id } from '@lms/contract/values'
import type { Dependencies } from '#call/dependencies.ts'
import type { Db } from '#db/client.ts'
import { isLocal } from '#http/security.ts'
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
  if (!config.demo) return
  const forThisMachine = { schema: { hide: true }, onRequest: refuseStrangers }
  app.get('/outbox', forThisMachine, async (_request, reply) => send(reply, listPage(await listSent(database.db, maxShown))))
  app.get('/outbox/:id', forThisMachine, async (request, reply) => {
    const { data: id } = Id.safeParse((request.params as { id: string }).id)
    const mail = id && (await findSent(database.db, id))
    return mail ? send(reply, mailPage(mail)) : reply.callNotFound()
  })
}

function refuseStrangers(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  if (isLocal(request)) done()
  else reply.callNotFound()
}

const send = (reply: FastifyReply, html: string) => reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(html)

const brand =
  '<svg width="24" height="24" viewBox="0 0 24 24" fill="currentColor" aria-hidden="true"><rect x="2.6" y="9" width="4.6" height="12" rx="1.4"/><rect x="9.7" y="3" width="4.6" height="18" rx="1.4" fill="light-dark(#3049c6, #4f68e0)"/><rect x="16.8" y="12" width="4.6" height="9" rx="1.4" opacity=".38"/></svg>'

const page = (title: string, content: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title} - LMS</title>
<style>
/* The product's tokens, and system fonts: the page has no files. */
:root { color-scheme: light dark; --line: light-dark(#e3dfd7, #33312c); --ink: light-dark(#23211d, #eceae4); --ink2: light-dark(#57534b, #b8b4aa); --link: light-dark(#2c43b8, #a9b8ff) }
body { margin: 0; background: light-dark(#faf9f6, #181715); color: var(--ink); font: 14px/20px system-ui, sans-serif; overflow-wrap: anywhere }
header, main { box-sizing: border-box; max-width: 744px; margin: 0 auto; padding: 20px 16px 0 }
header a { display: inline-flex; gap: 8px; align-items: center; color: inherit; font: 700 16px/24px system-ui, sans-serif; letter-spacing: .04em; text-decoration: none }
main { padding-bottom: 48px }
h1 { margin: 0 0 6px; font: 500 28px/34px Georgia, serif; letter-spacing: -.01em }
p { margin: 0 0 20px; color: var(--ink2) }
a { color: var(--link) }
li a { color: var(--ink); font-weight: 500; text-decoration: none }
li a:hover { text-decoration: underline }
ol { margin: 0; padding: 0; border-top: 1px solid var(--line); list-style: none }
li { border-bottom: 1px solid var(--line); padding: 8px 0 }
dt, small { color: var(--ink2); font-size: 13px; line-height: 18px }
dd { margin: 0 0 8px }
pre { margin: 0; padding-top: 16px; border-top: 1px solid var(--line); font: inherit; white-space: pre-wrap }
</style></head><body><header><a href="/">${brand} LMS</a></header><main>${content}</main></body></html>
`

const formatTime = (instant: string | null) =>
  instant ? `<time datetime="${instant}">${instant.slice(0, 16).replace('T', ' ')} UTC</time>` : ''

function listPage(mails: Mail[]): string {
  const item = ({ id, subject, toAddress, sentAt }: Mail) =>
    `<li><a href="/outbox/${id}">${escapeHtml(subject)}</a><br><small>to ${escapeHtml(toAddress)}, ${formatTime(sentAt)}</small></li>`
  const list = mails.length ? `<ol>${mails.map(item).join('\n')}</ol>` : '<p>No emails yet.</p>'
  return page('Outbox', `<h1>Outbox</h1><p>Emails are saved here because no mail server is set up. The newest comes first.</p>${list}`)
}

function mailPage({ subject, toAddress, sentAt, text }: Mail): string {
  const linked = escapeHtml(text).replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`)
  const head = `<dl><dt>To</dt><dd>${escapeHtml(toAddress)}</dd><dt>Sent</dt><dd>${formatTime(sentAt)}</dd></dl>`
  return page(escapeHtml(subject), `<p><a href="/outbox">All emails</a></p><h1>${escapeHtml(subject)}</h1>${head}<pre>${linked}</pre>`)
}
