/** A recording for those who keep it: the browser's own player, and nobody's watching is counted. */
import type { Media } from '@lms/contract/media'
import { embedAddress } from './embed-address.ts'
import { EmbedPlayer } from './embed-player.tsx'
import classes from './video-player.module.css'

export function MediaPreview({ media: { playbackUrl, title, captions, thumbnailUrl } }: { media: Media }) {
  if (playbackUrl === null) return null
  const embed = embedAddress(playbackUrl)
  if (embed) return <EmbedPlayer address={embed} title={title} />
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- captions are given where staff have added them
    <video
      className={classes.preview}
      src={playbackUrl}
      controls
      playsInline
      preload="metadata"
      aria-label={title}
      {...(thumbnailUrl && { poster: thumbnailUrl })}
    >
      {captions.map(({ key, url, language, label }) => (
        <track key={key} kind="captions" src={url} srcLang={language} label={label} />
      ))}
    </video>
  )
}
