/** Security headers: the session token is in local storage, so no foreign script may ever run. */

import type { IncomingMessage, ServerResponse } from 'node:http'
import { isIP } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import helmet from 'helmet'
import { isLoopback, type Config } from '#config.ts'

/** The same for each response: built once. */
export function addSecurityHeaders(app: FastifyInstance, config: Config): void {
  const headers: Record<string, string> = {}
  const answer = { setHeader: (name: string, value: string) => void (headers[name.toLowerCase()] = value), removeHeader: () => {} }
  helmet(contentSecurity(config))({} as IncomingMessage, answer as unknown as ServerResponse, () => {})
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}

const signsOfProxies = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via']

/**
 * For a demo, whose password is public: from this machine, neither over a proxy nor with another name for it (DNS rebinding). A proxy without
 * settings may say nothing of itself, as nginx does; but it speaks HTTP/1.0, and browsers name the site that they are on.
 */
export const isLocal = ({ hostname, headers, raw }: FastifyRequest): boolean =>
  isLoopback(hostname) &&
  raw.httpVersion !== '1.0' &&
  signsOfProxies.every((name) => headers[name] === undefined) &&
  (headers.origin === undefined || isLoopback(URL.parse(headers.origin)?.hostname ?? ''))

function contentSecurity(config: Config): NonNullable<Parameters<typeof helmet>[0]> {
  const { files } = config
  const store = files.kind === 's3' ? [new URL(files.endpoint).origin] : []
  const pictures = files.kind === 's3' && files.cdnBaseUrl ? [new URL(files.cdnBaseUrl).origin] : []
  const isSecure = config.publicUrl.startsWith('https:')
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // Mantine writes its theme as a style element; styles cannot read the token.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', 'https:', ...store, ...pictures],
        mediaSrc: ["'self'", 'blob:', 'https:', ...store],
        // hls.js fetches playlists of other sites; images of other sites may be shown.
        connectSrc: ["'self'", 'https:', ...store],
        frameSrc: ['https://www.youtube-nocookie.com', 'https://player.vimeo.com'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: isSecure ? { maxAge: 31_536_000 } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginEmbedderPolicy: false,
    crossOriginResourcePolicy: { policy: 'same-origin' },
  }
}
/**
 * The address of a client. Proxies write it with a port at times (`203.0.113.7:2000`, `[2001:db8::1]:2000`), and pass on what clients
 * claim: then it is that of the connection.
 */
export function getClientIp({ ip, socket }: { ip: string; socket: { remoteAddress?: string | undefined } }): string {
  const address = /^\[([^\]]*)\](?::\d+)?$/.exec(ip)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(ip)?.[1] ?? ip
  return isIP(address) > 0 ? address : (socket.remoteAddress ?? '')
}
