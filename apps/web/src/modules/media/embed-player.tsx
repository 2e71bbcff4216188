/** A video of YouTube or Vimeo in their own player, which tells nobody what was watched. */
import classes from './video-player.module.css'

export function EmbedPlayer({ address, title }: { address: string; title: string }) {
  return (
    <iframe
      className={classes.frame}
      src={address}
      title={title}
      allow="fullscreen; picture-in-picture; encrypted-media"
      allowFullScreen
      referrerPolicy="strict-origin-when-cross-origin"
    />
  )
}
