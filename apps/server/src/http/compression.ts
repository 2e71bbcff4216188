/** How replies are compressed on the fly. The build has compressed the web app already. */

import { constants as zstd, type ZlibOptions, type ZstdOptions } from 'node:zlib'

/** The plugin passes all of it to gzip and to zstd: gzip ignores `params`, and zstd reads nothing else but `flush`. */
const zlibOptions: ZlibOptions & ZstdOptions = {
  level: 2,
  windowBits: 13,
  memLevel: 6,
  params: { [zstd.ZSTD_c_compressionLevel]: 1, [zstd.ZSTD_c_windowLog]: 14 },
}

/**
 * At a low level: brotli takes several times as long for such small responses, and zstd 60 percent of gzip's time. A window of 8 or
 * 16 KiB covers the repetition in JSON, and its memory needs no system call.
 */
export const compression = {
  threshold: 2048,
  syncThreshold: 128 * 1024,
  encodings: ['zstd' as const, 'gzip' as const],
  zlibOptions,
}

/** Of files that are sent while they are written: what is there is sent, however little. For both encoders 1 means that: Z_PARTIAL_FLUSH and ZSTD_e_flush. */
export const downloadCompression = { ...compression, zlibOptions: { ...zlibOptions, flush: zstd.ZSTD_e_flush } }
