/** A person as picture or first letter, on a tint that follows the id. */
import { IconEyeOff } from '@tabler/icons-react'
import { useState } from 'react'
import classes from './avatar.module.css'
import { getCoverColor } from './course-cover.tsx'

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
