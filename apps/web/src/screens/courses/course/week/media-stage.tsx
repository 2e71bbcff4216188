/** What stands above the title of a medium: our player, a foreign one, or words that say why there is none. */
import type { Media } from '@lms/contract/media'
import type { RefObject } from 'react'
import { EmbedPlayer } from '#modules/media/embed-player.tsx'
import { VideoPlayer } from '#modules/media/video-player.tsx'
import type { Recorder } from '#modules/media/watch-recorder.ts'

type Props = {
  media: Media
  embed: string | null
  video: RefObject<HTMLVideoElement | null>
  startAt: number
  recorder: Recorder | undefined
  renew: () => Promise<string | null>
}

export function MediaStage({ media, embed, ...player }: Props) {
  if (embed) return <EmbedPlayer address={embed} title={media.title} />
  return <VideoPlayer media={media} {...player} />
}
