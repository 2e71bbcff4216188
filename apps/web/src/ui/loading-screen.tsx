/** The blue circular indicator: while a whole screen is on its way. */
import { Box, Loader, VisuallyHidden } from '@mantine/core'

export function LoadingScreen() {
  return (
    <Box role="status" display="grid" mih="min(60dvh, 480px)" style={{ placeItems: 'center' }}>
      <Loader size={32} aria-hidden />
      <VisuallyHidden>Loading</VisuallyHidden>
    </Box>
  )
}
