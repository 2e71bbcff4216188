/** The frame of the public pages: brand, one card, books at the foot. */

import { useQuery } from '@tanstack/react-query'
import { useEffect, type ReactNode } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { getReturnTo, paths } from '#lib/paths.ts'
import { useSession } from '#lib/session.ts'
import { Brand } from '#ui/brand.tsx'
import { signInOptions } from './api.ts'
import classes from './auth-page.module.css'

/** x, width, height and spine of each book, in the order of the shelf; the row repeats after 716 px. */
/* oxfmt-ignore */
const bookShapes = [
  [0, 33, 70, 6], [37, 28, 42, 5], [69, 23, 61, 4], [96, 18, 77, 3], [118, 33, 48, 2], [155, 28, 67, 1], [187, 23, 35, 6], [214, 18, 58, 5],
  [236, 33, 74, 4], [273, 28, 45, 3], [305, 23, 64, 2], [332, 18, 53, 1], [354, 33, 38, 6], [391, 28, 72, 5], [423, 23, 56, 4], [450, 18, 46, 3],
  [472, 33, 69, 2], [509, 28, 50, 1], [541, 23, 62, 6], [568, 18, 40, 5], [590, 33, 75, 4], [627, 28, 54, 3], [662, 23, 66, 2], [694, 18, 51, 1],
] as const

const rowWidth = 716
const shelfY = 80
/** The one that leans. */
const leaningBookX = 662

function Book({ x, width, height, spine }: { x: number; width: number; height: number; spine: number }) {
  const lean = x === leaningBookX ? { transform: `rotate(7 ${x + width} ${shelfY})` } : {}
  return (
    <g {...lean}>
      <rect
        x={x}
        y={shelfY - height}
        width={width}
        height={height}
        rx="2.4"
        fill={`color-mix(in srgb, var(--spine-${spine}) 36%, var(--c-page))`}
      />
      <rect x={x + width * 0.16} y={shelfY - height + 12} width={width * 0.68} height="1.8" className={classes.band} />
    </g>
  )
}

/** A row of muted books along the foot of the sign-in pages: with the empty shelf, the only ornament of the product. */
function AuthIllustration() {
  return (
    <svg className={classes.books} width={rowWidth * 4} height={shelfY + 10} aria-hidden>
      {[0, 1, 2, 3].map((turn) => (
        <g key={turn} transform={`translate(${turn * rowWidth})`}>
          {bookShapes.map(([x, width, height, spine]) => (
            <Book key={x} x={x} width={width} height={height} spine={spine} />
          ))}
        </g>
      ))}
      <rect x="0" y={shelfY} width={rowWidth * 4} height="10" className={classes.board} />
    </svg>
  )
}

type Props = {
  title: string
  /** Below the title. */
  words?: string | undefined
  children: ReactNode
  below?: ReactNode
  /** Also for signed-in users. */
  isForAll?: boolean
  /** The page of the first administrator: until there is one, the other public pages lead to it. */
  isSetup?: boolean
}

export function AuthPage({ title, children, words, below, isForAll = false, isSetup = false }: Props) {
  const isAuthenticated = useSession((session) => session.isAuthenticated)
  const [search] = useSearchParams()
  const { data: options } = useQuery(signInOptions)
  useEffect(() => {
    document.title = `${title} - LMS`
  }, [title])
  if (isAuthenticated && !isForAll) return <Navigate to={getReturnTo(search)} replace />
  if (options?.needsSetup && !isSetup) return <Navigate to={paths.setup.to()} replace />
  return (
    <div className={`${classes.page} ${isSetup ? classes.setup : ''}`}>
      <main id="main" className={classes.column}>
        <Brand size={28} school={options?.schoolName} />
        <div className={classes.card}>
          <h1 className={classes.title}>{title}</h1>
          {words && <p className={classes.words}>{words}</p>}
          {children}
        </div>
        {below}
      </main>
      <AuthIllustration />
    </div>
  )
}
