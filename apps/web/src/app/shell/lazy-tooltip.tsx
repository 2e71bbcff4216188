/** The tooltip behind Tip: it comes while its target is pointed at. */
import { Tooltip } from '@mantine/core'

export const LazyTooltip = ({ label, target }: { label: string; target: HTMLElement }) => (
  <Tooltip label={label} position="right" target={target} defaultOpened={target.matches(':hover')} />
)
