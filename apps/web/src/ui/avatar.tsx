/** A user's picture, or first letter on a tint derived from the id; and the colour of an id. */

import { useState } from 'react'
import { IconEyeOff } from './icons.ts'
import classes from './avatar.module.css'

type Props = {
  id: string
  name: string
  src?: string | null | undefined
  size?: 24 | 28 | 32 | 36 | 44 | 72
  /** The name is a number: an icon instead of its letter. */ isHidden?: boolean
}

/** Hidden from screen readers: the name is next to it, or on the button around it. */
export function Avatar({ id, name, src, size = 32, isHidden = false }: Props) {
  const [failed, setFailed] = useState<string | null>(null)
  if (isHidden) {
    return (
      <span className={`${classes.avatar} ${classes.hidden}`} style={{ width: size, height: size }} aria-hidden>
        <IconEyeOff size={Math.round(size * 0.5)} stroke={1.75} />
      </span>
    )
  }
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

/** The colour of an id, out of six: always the same, on every screen. */
export function getCoverColor(id: string): 1 | 2 | 3 | 4 | 5 | 6 {
  let sum = 0
  for (const letter of id) sum = (sum * 31 + letter.charCodeAt(0)) >>> 0
  return ((sum % 6) + 1) as 1 | 2 | 3 | 4 | 5 | 6
}
