/** Names and titles in toasts and labels, which may be Arabic, are isolated from our words: found by reading the sources. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const inSentence = /notify\.\w+\(|(?:aria-label|confirmLabel)=\{|'aria-label': |label: `|const words =|return `/
const bare = /\$\{(?:\w+[.!?]+)*(?:name|title)\}/

test('every name and title in a toast or a label is isolated', () => {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    // The names of fields are our words.
    (path) => /\.tsx?$/.test(path) && !path.includes('.test.') && !path.startsWith('dev') && path !== 'lib/form.ts',
  )
  const found = files.flatMap((path) =>
    readFileSync(join(root, path), 'utf8')
      .split('\n')
      .flatMap((line, index) => (inSentence.test(line) && bare.test(line) ? [`${path}:${index + 1} ${line.trim()}`] : [])),
  )
  expect(files.length).toBeGreaterThan(300)
  expect(found).toEqual([])
})
