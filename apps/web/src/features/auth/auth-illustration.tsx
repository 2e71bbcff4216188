/** A row of muted books along the foot of the sign-in pages: with the empty shelf, the only ornament of the product. */
import classes from './auth-illustration.module.css'

/** x, width, height and spine of each book, in the order of the shelf; the row repeats after 716 px. */
/* oxfmt-ignore */
const row = [
  [0, 33, 70, 6], [37, 28, 42, 5], [69, 23, 61, 4], [96, 18, 77, 3], [118, 33, 48, 2], [155, 28, 67, 1], [187, 23, 35, 6], [214, 18, 58, 5],
  [236, 33, 74, 4], [273, 28, 45, 3], [305, 23, 64, 2], [332, 18, 53, 1], [354, 33, 38, 6], [391, 28, 72, 5], [423, 23, 56, 4], [450, 18, 46, 3],
  [472, 33, 69, 2], [509, 28, 50, 1], [541, 23, 62, 6], [568, 18, 40, 5], [590, 33, 75, 4], [627, 28, 54, 3], [662, 23, 66, 2], [694, 18, 51, 1],
] as const

const period = 716
const ground = 80
/** The one that leans. */
const leaning = 662

function Book({ x, width, height, spine }: { x: number; width: number; height: number; spine: number }) {
  const lean = x === leaning ? { transform: `rotate(7 ${x + width} ${ground})` } : {}
  return (
    <g {...lean}>
      <rect
        x={x}
        y={ground - height}
        width={width}
        height={height}
        rx="2.4"
        fill={`color-mix(in srgb, var(--spine-${spine}) 36%, var(--c-page))`}
      />
      <rect x={x + width * 0.16} y={ground - height + 12} width={width * 0.68} height="1.8" className={classes.band} />
    </g>
  )
}

export function AuthIllustration() {
  return (
    <svg className={classes.books} width={period * 4} height={ground + 10} aria-hidden>
      {[0, 1, 2, 3].map((turn) => (
        <g key={turn} transform={`translate(${turn * period})`}>
          {row.map(([x, width, height, spine]) => (
            <Book key={x} x={x} width={width} height={height} spine={spine} />
          ))}
        </g>
      ))}
      <rect x="0" y={ground} width={period * 4} height="10" className={classes.board} />
    </svg>
  )
}
