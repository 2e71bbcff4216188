/** Players that do not report progress: those of YouTube and Vimeo, and for staff the browser’s own. */
/* oxlint-disable react/iframe-missing-sandbox -- the frame is another site's, named in the content policy; its player needs an origin of its own */
import classes from './video-player.module.css'
import type { Media } from '@lms/contract/media'

const youTubeId = /^[\w-]{6,20}$/

function youTube(url: URL): string | null {
  const [first = '', second = ''] = url.pathname.split('/').filter(Boolean)
  if (url.hostname === 'youtu.be') return first
  return url.searchParams.get('v') ?? (['embed', 'shorts', 'live'].includes(first) ? second : null)
}

function vimeo(url: URL): string | null {
  const parts = url.pathname.split('/').filter(Boolean)
  const at = parts.findIndex((part) => /^\d+$/.test(part))
  const [id, hash] = at < 0 ? [] : parts.slice(at)
  if (!id) return null
  // Unlisted videos carry a second part that their player needs.
  const secret = url.searchParams.get('h') ?? (hash && /^[0-9a-f]+$/.test(hash) ? hash : null)
  return secret ? `${id}?h=${secret}` : id
}

/** Null if the URL is not one of theirs. `startAt` in seconds. */
export function embedAddress(address: string | null, startAt = 0): string | null {
  const url = address === null ? null : URL.parse(address)
  if (url?.protocol !== 'https:') return null
  const host = url.hostname.replace(/^(www|m)\./, '')
  const from = Math.floor(startAt)
  if (host === 'youtube.com' || host === 'youtu.be' || host === 'youtube-nocookie.com') {
    const id = youTube(url)
    return id && youTubeId.test(id) ? `https://www.youtube-nocookie.com/embed/${id}?rel=0${from > 0 ? `&start=${from}` : ''}` : null
  }
  if (host === 'vimeo.com' || host === 'player.vimeo.com') {
    const id = vimeo(url)
    return id ? `https://player.vimeo.com/video/${id}${id.includes('?') ? '&' : '?'}dnt=1${from > 0 ? `#t=${from}s` : ''}` : null
  }
  return null
}

/** `address` is null while the start position is unknown: the box is rendered already. */
export function EmbedPlayer({ address, title }: { address: string | null; title: string }) {
  if (address === null) return <div className={classes.frame} />
  return (
    <iframe
      className={classes.frame}
      src={address}
      title={title}
      allow="fullscreen; picture-in-picture; encrypted-media"
      allowFullScreen
      sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
      referrerPolicy="strict-origin-when-cross-origin"
    />
  )
}

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
