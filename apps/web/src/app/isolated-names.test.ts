/** Names and titles in toasts, labels, dialogs and sentences, which may be Arabic, are isolated from our words: found by reading the sources. */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const inSentence = /notify\.\w+\(|(?:aria-label|confirmLabel)=\{|'aria-label': |label: `|const words =|return `/
const value = String.raw`(?:\w+[.!?]+)*(?:name|title|courseTitle|fileName|assignmentTitle|schoolName)`
const bare = new RegExp(String.raw`\$\{${value}\}`)
/** In a template with words around it, and in the text of an element. */
const inTemplate = new RegExp(String.raw`\`[^\`]*(?:[A-Za-z,:“] ?\$\{${value}\}|\$\{${value}\}”?[ ?.,][^\`]*[A-Za-z ?])`)
const inText = new RegExp(String.raw`(?:[A-Za-z,:] |“)\{${value}\}|(?<![=$])\{${value}\}(?: [a-z]|[”.,?])`)
/** Attributes, and objects in code. */
const isCode = new RegExp(String.raw`[a-zA-Z]=\{${value}\}|import|=>.*\(\{|\``)
/** Names of files on the disk, titles of the browser's window, and names that are our words: weeks, kinds of media, groups, cells. */
const ours =
  /downloadBlob|document\.title|# Notes|(?:The|the) \$\{name\}|(?:Delete|Keep) \$\{name\}|group\.name|cell \$\{|column\.title|Column \$\{column\}/
/** A name that a sentence of the next lines takes. */
const isKept = /const (?:who|place|person) = (?!.*isolate\().*\.(?:name|title)\b/
const isBare = (line: string): boolean =>
  isKept.test(line) ||
  (inSentence.test(line) && bare.test(line)) ||
  (!ours.test(line) && (inTemplate.test(line) || (inText.test(line) && !isCode.test(line))))

test('every name and title among our words is isolated', () => {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    // The names of fields are our words.
    (path) => /\.tsx?$/.test(path) && !path.includes('.test.') && !path.startsWith('dev') && path !== 'lib/form.ts',
  )
  const found = files.flatMap((path) =>
    readFileSync(join(root, path), 'utf8')
      .split('\n')
      .flatMap((line, index) => (isBare(line) ? [`${path}:${index + 1} ${line.trim()}`] : [])),
  )
  expect(files.length).toBeGreaterThan(300)
  expect(found).toEqual([])
})
