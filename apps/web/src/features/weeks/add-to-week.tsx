/** The button at the end of an open week that offers what can be added to it, and the key that opens it. */

import { Button } from '@mantine/core'
import { type ComponentProps, lazy, Suspense } from 'react'
import type { Week } from '@lms/contract/weeks'
import { useShortcuts } from '#lib/keyboard-shortcuts.ts'
import { IconChevronDown, IconPlus } from '#ui/icons.ts'
import { useOnDemand } from '#ui/use-on-demand.ts'

const loadMenu = () => import('./add-menu.tsx')
const LazyAddMenu = lazy(async () => ({ default: (await loadMenu()).AddMenu }))

/** The button of AddMenu: the same one before and after its menu is loaded. */
const MenuButton = ({ number, ...rest }: ComponentProps<typeof Button<'button'>> & { number: number }) => (
  <Button
    variant="default"
    size="sm"
    leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
    rightSection={<IconChevronDown size={16} stroke={1.75} aria-hidden />}
    aria-label={`Add to week ${number}`}
    title="A"
    data-add
    {...rest}
  >
    Add
  </Button>
)

export function AddToWeek({ week }: { week: Week }) {
  const { isWanted, trigger } = useOnDemand(loadMenu)
  return (
    <Suspense>
      {isWanted ? (
        <LazyAddMenu week={week} Button={MenuButton} />
      ) : (
        <MenuButton number={week.number} aria-haspopup="menu" aria-expanded={false} {...trigger} />
      )}
    </Suspense>
  )
}

/** A opens the menu of the week with the focus, else of the first open one. */
export function useAddKey(): void {
  useShortcuts({
    a: () => {
      const ofFocus = document.activeElement?.closest('section')?.querySelectorAll<HTMLElement>('[data-add]') ?? []
      const open = [...ofFocus, ...document.querySelectorAll<HTMLElement>('[data-add]')].find((button) => !button.closest('[hidden]'))
      open?.click()
    },
  })
}
