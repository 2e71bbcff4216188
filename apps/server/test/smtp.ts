/** A real SMTP server for tests: it keeps what arrives, and fails on demand. */

import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export interface Arrived {
  to: string[]
  from: string
  /** Header and body as they came, soft line breaks undone. */
  source: string
}

const decoded = (source: string) =>
  source.replace(/=\r\n/g, '').replace(/(?:=[0-9A-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString())

export const headerOf = ({ source }: Arrived, name: string): string | undefined =>
  new RegExp(`^${name}: (.*(?:\r\n[ \t].*)*)`, 'im').exec(source)?.[1]

type Hooks = Pick<SMTPServerOptions, 'onConnect' | 'onRcptTo' | 'onAuth' | 'disabledCommands' | 'authOptional' | 'allowInsecureAuth'> & {
  /** Asked with the whole message, and waited for; `drop` takes it and hangs up without a word. */
  onMail?: (mail: Arrived) => 'take' | 'drop' | Promise<'take' | 'drop'>
}

/** `close` hangs up on everybody. */
export async function smtpServer(hooks: Hooks = {}, wantedPort = 0) {
  const mails: Arrived[] = []
  const sockets = new Set<Socket>()
  const { onMail = () => 'take' as const, ...rest } = hooks
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    closeTimeout: 100,
    onData: (stream, session, callback) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      const answerTo = async () => {
        const { mailFrom, rcptTo } = session.envelope
        const mail = {
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          source: decoded(Buffer.concat(chunks).toString()),
        }
        const answer = await onMail(mail)
        mails.push(mail)
        if (answer === 'take') callback()
        else for (const socket of sockets) socket.destroy()
      }
      stream.on('end', () => void answerTo())
    },
    ...rest,
  })
  server.on('error', () => {})
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.listen(wantedPort, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  const close = async () => {
    const closed = new Promise<void>((resolve) => server.close(resolve))
    for (const socket of sockets) socket.destroy()
    await closed
  }
  return { mails, port, url: `smtp://127.0.0.1:${port}`, close }
}
