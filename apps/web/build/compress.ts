/**
 * Compresses the built files, so that the server need not. The build writes gzip only: brotli at its best level takes 12 s of CPU time, so
 * `npm start` runs this file beside the server, and until it is done browsers get gzip.
 */

import { readFile, readdir, rename, writeFile } from 'node:fs/promises'
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
          const content = await readFile(join(dir, name))
          if (content.length < smallest) return
          await writeFile(join(dir, `${name}.gz`), await pack.gz(content, { level: constants.Z_BEST_COMPRESSION }))
        }),
      )
    },
  }
}

/** Writes the `.br` files that are missing in a build folder, those of the first pages first; then its stamp. A file appears complete or not at all. */
export async function addBrotli(dir: string): Promise<void> {
  const names = await readdir(dir, { recursive: true })
  const there = new Set(names)
  const page = await readFile(join(dir, 'index.html'), 'utf8')
  const missing = names.filter((name) => there.has(`${name}.gz`) && !there.has(`${name}.br`))
  const isFirst = (name: string): boolean => page.includes(name)
  for (const name of [...missing.filter(isFirst), ...missing.filter((one) => !isFirst(one))]) {
    const file = join(dir, `${name}.br`)
    await writeFile(`${file}-${process.pid}`, await brotli(await readFile(join(dir, name))))
    await rename(`${file}-${process.pid}`, file)
  }
  await writeFile(join(dir, '.compressed'), '')
}

// In the current folder, which a new build takes away as a whole: then this fails, and the next start does it for that build.
if (import.meta.main) {
  // `npm start` runs this as a child with a channel, which closes however the parent ends.
  process.once('disconnect', () => process.exit())
  await addBrotli('.').catch((error: Error) => console.error(`The web app is not compressed completely: ${error.message}`))
  process.disconnect?.()
}
