/** The tooltip behind Tip, mounted while its target is hovered over. */

import { Tooltip } from '@mantine/core'

export const LazyTooltip = ({ label, target }: { label: string; target: HTMLElement }) => (
  <Tooltip label={label} position="right" target={target} defaultOpened={target.matches(':hover')} />
)
