/** The words of a video, read from one of its captions. */
import type { Media } from '@lms/contract/media'
import { useQuery } from '@tanstack/react-query'
import { type Cue, readCues } from './cues.ts'

async function fetchCues(url: string, signal: AbortSignal): Promise<Cue[]> {
  const answer = await fetch(url, { signal })
  if (!answer.ok) throw new Error(`Captions answered ${answer.status}`)
  return readCues(await answer.text())
}

export const useTranscript = (caption: Media['captions'][number] | undefined) =>
  useQuery({
    // Keyed by the file: its signed address changes with every answer.
    queryKey: ['media', 'captions', caption?.key],
    queryFn: ({ signal }) => fetchCues(caption?.url ?? '', signal),
    enabled: caption !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
