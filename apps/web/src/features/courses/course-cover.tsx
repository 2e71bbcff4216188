/** The cover of a course: its picture, or a book with two letters; and its colour bar for lists. */

import type { ReactNode } from 'react'
import { getCoverColor } from '#ui/avatar.tsx'
import classes from './course-cover.module.css'

/** “Dj” for “Data Journalism”, “Ma” for “Mathematics”. */
export function coverLetters(title: string): string {
  const [first = 'C', second] = title.match(/[\p{L}\p{N}]+/gu) ?? []
  const letters = [...first]
  const next = second ? [...second][0] : letters[1]
  return (letters[0] ?? '').toLocaleUpperCase() + (next ?? '').toLocaleLowerCase()
}

type CoverProps = { id: string; title: string; src?: string | null | undefined; width?: number | '100%'; height?: number }

/** Decoration: the title is next to it. */
export function CourseCover({ id, title, src, width = 92, height = 114 }: CoverProps) {
  const size = { width, height }
  if (src) return <img className={classes.picture} src={src} alt="" loading="lazy" style={size} />
  return (
    <span
      className={classes.book}
      style={{ ...size, background: `var(--cover-${getCoverColor(id)})`, fontSize: Math.round(height * 0.37) }}
      aria-hidden
    >
      {coverLetters(title)}
    </span>
  )
}

/** A block with the course's 4 px spine at its left. */
export function CourseColor({ id, children }: { id: string; children: ReactNode }) {
  return (
    <div className={classes.spine} style={{ '--spine': `var(--spine-${getCoverColor(id)})` }}>
      {children}
    </div>
  )
}
