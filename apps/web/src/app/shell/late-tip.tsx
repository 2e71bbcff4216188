/** The tooltip behind Tip. */
import { Tooltip } from '@mantine/core'
import type { ReactElement } from 'react'

export const LateTip = ({ label, children }: { label: string; children: ReactElement }) => (
  <Tooltip label={label} position="right">
    {children}
  </Tooltip>
)
