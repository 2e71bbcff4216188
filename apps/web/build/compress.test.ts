/** The files that are added to a build beside the server. */

import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { addBrotli } from './compress.ts'

test('adds the brotli files that are missing, complete, and leaves the others', async () => {
  const dist = await mkdtemp(join(tmpdir(), 'lms-compress-'))
  onTestFinished(() => rm(dist, { recursive: true }))
  await mkdir(join(dist, 'assets'))
  const files = {
    'index.html': '<script src="/assets/first.js"></script>',
    'index.html.gz': 'packed',
    'assets/first.js': 'export const words = "words"',
    'assets/first.js.gz': 'packed',
    'assets/done.js': 'export const other = "words"',
    'assets/done.js.gz': 'packed',
    'assets/done.js.br': 'packed before',
    // Too small to be compressed, or compressed already.
    'assets/small.js': 'export {}',
    'assets/font.woff2': 'letters',
  }
  for (const [name, content] of Object.entries(files)) await writeFile(join(dist, name), content)

  await addBrotli(dist)

  const added = (await readdir(dist, { recursive: true })).filter((name) => !Object.hasOwn(files, name) && name !== 'assets').toSorted()
  expect(added).toEqual(['.compressed', 'assets/first.js.br', 'index.html.br'])
  for (const name of added.slice(1)) {
    const source = files[name.replace('.br', '') as keyof typeof files]
    expect(brotliDecompressSync(await readFile(join(dist, name))).toString()).toBe(source)
  }
  expect(await readFile(join(dist, 'assets/done.js.br'), 'utf8')).toBe('packed before')
})
