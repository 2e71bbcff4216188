/** Headers that keep a page ours: the session's token is in local storage, so no foreign script may ever run. */
import type { FastifyHelmetOptions } from '@fastify/helmet'
import type { Config } from '#config.ts'

export function contentSecurity(config: Config): FastifyHelmetOptions {
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
        // The kit writes its theme as a style element; styles cannot read the token.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', 'https:', ...store, ...pictures],
        mediaSrc: ["'self'", 'blob:', 'https:', ...store],
        // Playlists of other sites are read by our own code where the browser cannot; pictures of other sites may be shown as it is.
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
