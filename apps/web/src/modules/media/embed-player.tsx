/** A video of YouTube or Vimeo in their own player, which tells nobody what was watched. */
/* oxlint-disable react/iframe-missing-sandbox -- the frame is another site's, named in the content policy; its player needs an origin of its own */
import classes from './video-player.module.css'

export function EmbedPlayer({ address, title }: { address: string; title: string }) {
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
