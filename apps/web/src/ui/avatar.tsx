/** A person as picture or first letter, on a tint that follows the id. */
import { useState } from 'react'
import classes from './avatar.module.css'
import { getCoverColor } from './cover-color.ts'

type Props = { id: string; name: string; src?: string | null | undefined; size?: 24 | 28 | 32 | 36 | 44 | 72 }

/** Hidden from screen readers: the name stands beside it, or on the button around it. */
export function Avatar({ id, name, src, size = 32 }: Props) {
  const [failed, setFailed] = useState<string | null>(null)
  const ground = `color-mix(in srgb, var(--spine-${getCoverColor(id)}) 22%, var(--c-surface))`
  const letter = /[^\p{Cf}\p{Z}\p{Cc}]/u.exec(name)?.[0].toLocaleUpperCase() ?? 'U'
  return (
    <span
      className={classes.avatar}
      style={{ width: size, height: size, fontSize: Math.round(size * 0.42), background: ground }}
      aria-hidden
    >
      {src && src !== failed ? <img src={src} alt="" width={size} height={size} loading="lazy" onError={() => setFailed(src)} /> : letter}
    </span>
  )
}
