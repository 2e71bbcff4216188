/** Players that do not report progress: those of YouTube and Vimeo, and for staff the browser’s own. */
/* oxlint-disable react/iframe-missing-sandbox -- the frame is another site's, named in the content policy; its player needs an origin of its own */
import { Button } from '@mantine/core'
import type { Media } from '@lms/contract/media'
import { IconExternalLink } from '#ui/icons.ts'
import { embedAddress, getPageHost } from './media-address.ts'
import classes from './untracked-player.module.css'
import shared from './video-player.module.css'

/** `address` is null while the start position is unknown: the box is rendered already. */
export function EmbedPlayer({ address, title }: { address: string | null; title: string }) {
  if (address === null) return <div className={shared.frame} />
  return (
    <iframe
      className={shared.frame}
      src={address}
      title={title}
      allow="fullscreen; picture-in-picture; encrypted-media"
      allowFullScreen
      sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
      referrerPolicy="strict-origin-when-cross-origin"
    />
  )
}

/** A recording on a page of another site that cannot be played here. */
export const OpenElsewhere = ({ address, host }: { address: string; host: string }) => (
  <div className={classes.elsewhere}>
    <p>This recording plays on its own page.</p>
    <Button
      component="a"
      href={address}
      target="_blank"
      rel="noopener noreferrer"
      rightSection={<IconExternalLink size={16} stroke={1.75} aria-hidden />}
    >
      Open at {host}
    </Button>
  </div>
)

export function MediaPreview({ media: { playbackUrl, title, captions, thumbnailUrl } }: { media: Media }) {
  if (playbackUrl === null) return null
  const embed = embedAddress(playbackUrl)
  if (embed) return <EmbedPlayer address={embed} title={title} />
  const host = getPageHost(playbackUrl)
  if (host) return <OpenElsewhere address={playbackUrl} host={host} />
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
