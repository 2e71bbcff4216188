/** Notes as a self-contained Markdown file: each with its time, which leads back to the place. */
import type { MediaNote } from '@lms/contract/media'
import { position } from '#lib/format-date.ts'

/** A note of several lines stays one item of the list. */
const indent = (text: string): string => text.trim().replaceAll('\n', '\n  ')

export function notesFile(title: string, address: string, notes: readonly Pick<MediaNote, 'at' | 'text'>[]): string {
  const lines = notes.map(({ at, text }) => `- [${position(at)}](${address}?t=${Math.floor(at)}) ${indent(text)}`)
  return [`# Notes: ${title}`, '', ...lines, ''].join('\n')
}

/** “notes-cleaning-a-messy-dataset.md”. */
export function notesFileName(title: string): string {
  const name = title
    .toLocaleLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
  return `notes-${name.slice(0, 80) || 'video'}.md`
}
