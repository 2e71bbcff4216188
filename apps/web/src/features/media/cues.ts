/** The captions of a video as a transcript: fetched, read from WebVTT, found by time. */

import { useQuery } from '@tanstack/react-query'
import type { Media } from '@lms/contract/media'

export type Cue = { start: number; end: number; text: string }

const parseSeconds = (stamp: string): number => stamp.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)

const timing = /((?:\d+:)?\d{2}:\d{2}\.\d{3})\s+-->\s+((?:\d+:)?\d{2}:\d{2}\.\d{3})/

/** Voices and styles are tags; only the text is used. */
const stripTags = (text: string): string =>
  text
    .replace(/<[^>]*>/g, '')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&nbsp;/g, ' ')
    .replace(/&amp;/g, '&')
    .trim()

/** Blocks that are not cues (header, notes, styles) have no time and are skipped. */
export function readCues(file: string): Cue[] {
  const blocks = file
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .split(/\n{2,}/)
  return blocks.flatMap((block) => {
    const lines = block.split('\n')
    const at = lines.findIndex((line) => timing.test(line))
    const [, start, end] = timing.exec(lines[at] ?? '') ?? []
    const text = stripTags(lines.slice(at + 1).join(' '))
    return at >= 0 && start && end && text ? [{ start: parseSeconds(start), end: parseSeconds(end), text }] : []
  })
}

/** The cue that is spoken at a time, or the last one before it; -1 before the first. */
export const cueAt = (cues: readonly Cue[], time: number): number => cues.findLastIndex(({ start }) => start <= time)

/** Seconds after its end during which a cue still belongs to a position. */
const lingerSeconds = 5

/** The text at a position; undefined if there is none. */
export function saidAt(cues: readonly Cue[], time: number): string | undefined {
  const cue = cues[cueAt(cues, time)]
  return cue && time <= cue.end + lingerSeconds ? cue.text : undefined
}

async function fetchCues(url: string, signal: AbortSignal): Promise<Cue[]> {
  const answer = await fetch(url, { signal })
  if (!answer.ok) throw new Error(`Captions answered ${answer.status}`)
  return readCues(await answer.text())
}

export const useTranscript = (caption: Media['captions'][number] | undefined) =>
  useQuery({
    // Keyed by the file: its signed URL changes with every response.
    queryKey: ['media', 'captions', caption?.key],
    queryFn: ({ signal }) => fetchCues(caption?.url ?? '', signal),
    enabled: caption !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
