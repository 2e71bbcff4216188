/** A video of YouTube or Vimeo in their own player, which does not report what was watched. */
/* oxlint-disable react/iframe-missing-sandbox -- the frame is another site's, named in the content policy; its player needs an origin of its own */
import classes from './video-player.module.css'

/** `address` is null while it is not known where to begin: its box is drawn already. */
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
