/** The words of a moment, over the picture or where their look is chosen. */
import classes from './media.module.css'
import { useCaptionStyle } from './caption-style.ts'

export function CaptionText({ lines, className = '' }: { lines: readonly string[]; className?: string | undefined }) {
  const [{ size, background }] = useCaptionStyle()
  return (
    <p className={`${classes.caption} ${className}`} data-size={size} data-background={background} aria-hidden>
      {lines.map((line, index) => (
        <span key={index}>{line}</span>
      ))}
    </p>
  )
}
