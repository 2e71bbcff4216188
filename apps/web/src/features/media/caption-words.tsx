/** The words of a moment, over the picture or where their look is chosen. */
import classes from './caption-words.module.css'
import { useCaptionStyle } from './caption-style.ts'

export function CaptionWords({ lines, className = '' }: { lines: readonly string[]; className?: string | undefined }) {
  const [{ size, background }] = useCaptionStyle()
  return (
    <p className={`${classes.caption} ${className}`} data-size={size} data-background={background} aria-hidden>
      {lines.map((line, index) => (
        <span key={index}>{line}</span>
      ))}
    </p>
  )
}
