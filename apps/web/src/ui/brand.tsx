/** The brand: three bars like books on one base line, the name, and below it the school's. */

import { Box, Text, VisuallyHidden } from '@mantine/core'
import classes from './brand.module.css'

type Props = {
  isRail?: boolean
  size?: 24 | 28
  /** The school's name, on a second line. */
  school?: string | null | undefined
}

export function Brand({ isRail = false, size = 24, school }: Props) {
  return (
    <span className={classes.brand}>
      <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden>
        <rect x="2.6" y="9" width="4.6" height="12" rx="1.4" className={classes.ink} />
        <rect x="9.7" y="3" width="4.6" height="18" rx="1.4" className={classes.accent} />
        <rect x="16.8" y="12" width="4.6" height="9" rx="1.4" className={classes.ink} opacity=".38" />
      </svg>
      {isRail ? (
        <VisuallyHidden>LMS</VisuallyHidden>
      ) : (
        <Box component="span" miw={0}>
          LMS
          {school && (
            <Text span variant="meta" className={classes.school}>
              {school}
            </Text>
          )}
        </Box>
      )}
    </span>
  )
}
