/** Compresses static files once, at the highest level, so that the server need not compress them. */
import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const pack = { br: promisify(brotliCompress), gz: promisify(gzip) }

export const brotli = (content: string | Uint8Array): Promise<Buffer> =>
  pack.br(content, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } })

/** Fonts and pictures are compressed already. */
const isText = (name: string): boolean => /\.(m?js|css|html|svg|json)$/.test(name)

/** Bytes. Smaller files fit into one packet as they are. */
const smallest = 1000

export function compressFiles(): Plugin {
  return {
    name: 'compress-files',
    apply: 'build',
    enforce: 'post',
    async writeBundle({ dir = '' }) {
      const names = (await readdir(dir, { recursive: true })).filter(isText)
      await Promise.all(
        names.map(async (name) => {
          const path = join(dir, name)
          const content = await readFile(path)
          if (content.length < smallest) return
          await Promise.all([
            writeFile(`${path}.br`, await brotli(content)),
            writeFile(`${path}.gz`, await pack.gz(content, { level: constants.Z_BEST_COMPRESSION })),
          ])
        }),
      )
    },
  }
}
