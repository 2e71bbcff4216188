/** A warning beside links that nobody else can open, because the server has no public address. */

import { Text } from '@mantine/core'
import { useHasLocalLinks } from './api.ts'

export const LocalLinksNote = () =>
  useHasLocalLinks() && (
    <Text variant="meta" c="yellow" mt={8}>
      Links open only on the machine that LMS runs on. For all others, set PUBLIC_URL on the server.
    </Text>
  )
