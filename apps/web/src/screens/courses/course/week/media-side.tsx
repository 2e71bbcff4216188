/** Beside a video: its words, and what the trainer wrote to it. */
import type { Media } from '@lms/contract/media'
import { Tabs } from '@mantine/core'
import type { RefObject } from 'react'
import { oneOf, useSearch } from '#lib/search-params.ts'
import { hasNotes, TrainerNotes } from '#modules/media/trainer-notes.tsx'
import { Transcript } from '#modules/media/transcript.tsx'

type Props = { media: Media; video: RefObject<HTMLVideoElement | null>; isPlaying: boolean }

/** Captions tell something only where our own player shows the video. */
const captionOf = (media: Media, isPlaying: boolean) => (isPlaying ? media.captions[0] : undefined)

export const hasSide = (media: Media, isPlaying: boolean): boolean => captionOf(media, isPlaying) !== undefined || hasNotes(media)

export function MediaSide({ media, video, isPlaying }: Props) {
  const [search, change] = useSearch()
  const caption = captionOf(media, isPlaying)
  const withNotes = hasNotes(media)
  const known = caption ? (withNotes ? (['transcript', 'notes'] as const) : (['transcript'] as const)) : (['notes'] as const)
  const tab = oneOf<'transcript' | 'notes'>([...known] as ['transcript' | 'notes', ...('transcript' | 'notes')[]], search.get('tab'))
  return (
    <Tabs value={tab} onChange={(next) => change({ tab: next === known[0] ? null : next }, { replace: true })} keepMounted={false}>
      <Tabs.List mb={12}>
        {caption && <Tabs.Tab value="transcript">Transcript</Tabs.Tab>}
        {withNotes && <Tabs.Tab value="notes">Trainer notes</Tabs.Tab>}
      </Tabs.List>
      {caption && (
        <Tabs.Panel value="transcript">
          <Transcript caption={caption} video={video} />
        </Tabs.Panel>
      )}
      {withNotes && (
        <Tabs.Panel value="notes">
          <TrainerNotes media={media} />
        </Tabs.Panel>
      )}
    </Tabs>
  )
}
