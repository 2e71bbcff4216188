/** Restores something that was deleted, in its row of a list. */
import { Button } from '@mantine/core'

type Props = { title: string; isLoading: boolean; onClick: () => void }

export const RestoreButton = ({ title, isLoading, onClick }: Props) => (
  <Button size="sm" variant="default" loading={isLoading} aria-label={`Restore ${title}`} onClick={onClick}>
    Restore
  </Button>
)
