/** A transcript as a text file: a line a cue, each with its time. */
import { position } from '#lib/format-date.ts'
import type { Cue } from './cues.ts'

export const transcriptFile = (title: string, cues: readonly Cue[]): string =>
  [title, '', ...cues.map(({ start, text }) => `${position(start)}  ${text}`), ''].join('\n')
