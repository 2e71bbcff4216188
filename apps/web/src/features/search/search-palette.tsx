/** The search over the whole product: a field above a list of what is found, and pages and actions. */

import { Button, Modal, Text, VisuallyHidden } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { useSession } from '#lib/session.ts'
import { IconSearch, IconX } from '#ui/icons.ts'
import { RefetchIndicator } from '#ui/loading.tsx'
import { keepRecent } from './recent.ts'
import { ResultList } from './result-list.tsx'
import { findBest, type PageAction, type Row } from './results.ts'
import { useResults } from './use-results.ts'
import classes from './search-palette.module.css'

const longest = 100

type Props = { isOpen: boolean; isPhone: boolean; actions: readonly PageAction[]; onClose: () => void }

export function SearchPalette({ isOpen, isPhone, actions, onClose }: Props) {
  return (
    <Modal.Root
      opened={isOpen}
      onClose={onClose}
      size={680}
      fullScreen={isPhone}
      yOffset={56}
      centered={false}
      returnFocus={false}
      // The first press of Escape clears the field.
      closeOnEscape={false}
    >
      <Modal.Overlay />
      <Modal.Content aria-label="Search or jump to" classNames={{ content: (isPhone ? classes.page : classes.content) ?? '' }}>
        <Search isPhone={isPhone} actions={actions} onClose={onClose} />
      </Modal.Content>
    </Modal.Root>
  )
}

function Search({ isPhone, actions, onClose }: Omit<Props, 'isOpen'>) {
  const [typed, setTyped] = useState('')
  const results = useResults(typed, actions)
  const listId = useId()
  const rows = results.groups.flatMap((group) => group.rows)
  const { active, activeId, move, choose } = useActive(rows, results.words, listId)
  const open = useOpen(onClose)
  const enter = useEnter(results.isWaiting, typed, active, open)
  const keyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing) return
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }
    const step = steps[event.key]
    if (step !== undefined) move(step)
    else if (event.key === 'Enter') enter(event.ctrlKey || event.metaKey)
    else if (event.key === 'Escape') {
      if (typed === '') onClose()
      else setTyped('')
    } else return
    event.preventDefault()
  }
  return (
    <>
      <div className={classes.head}>
        <label className={classes.field}>
          <IconSearch size={20} stroke={1.75} aria-hidden />
          <input
            data-autofocus
            role="combobox"
            aria-label="Search or jump to"
            aria-expanded={rows.length > 0}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={activeId}
            placeholder="Search or jump to"
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="go"
            maxLength={longest}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            onKeyDown={keyDown}
          />
          {typed !== '' && (
            <button type="button" aria-label="Clear" className={classes.clear} onClick={() => setTyped('')}>
              <IconX size={18} stroke={1.75} aria-hidden />
            </button>
          )}
        </label>
        {isPhone ? (
          <Button variant="subtle" color="blue" onClick={onClose}>
            Cancel
          </Button>
        ) : (
          <kbd aria-hidden>Esc</kbd>
        )}
        <RefetchIndicator isActive={results.isWaiting} />
      </div>
      <Body typed={typed.trim()} results={results} count={rows.length}>
        <ResultList
          id={listId}
          groups={results.groups}
          words={results.words}
          activeId={activeId}
          onPoint={choose}
          onOpen={(row) => open(row, 'click')}
        />
      </Body>
      {!isPhone && <Keys />}
    </>
  )
}

function Keys() {
  return (
    <p className={classes.foot} aria-hidden>
      <kbd>↑</kbd> <kbd>↓</kbd> move <kbd>Enter</kbd> open <kbd>Ctrl</kbd> <kbd>Enter</kbd> open in new tab
    </p>
  )
}

type BodyProps = { typed: string; results: ReturnType<typeof useResults>; count: number; children: ReactNode }

function Body({ typed, results: { corrected, isFailed, isWaiting, retry, searchExactly }, count, children }: BodyProps) {
  const isNothing = typed !== '' && count === 0 && !isWaiting && !isFailed
  const isSettled = typed !== '' && !isWaiting && !isFailed
  return (
    <div className={classes.body}>
      <VisuallyHidden role="status">{isSettled && (count === 0 ? 'Nothing found' : `${count} found`)}</VisuallyHidden>
      {corrected !== null && (
        <p className={classes.corrected}>
          <span>
            Results for <strong>{corrected}</strong>
          </span>
          <Button variant="subtle" color="blue" size="sm" onClick={searchExactly}>
            Search for “{typed}” only
          </Button>
        </p>
      )}
      {isFailed && (
        <div className={classes.message} role="alert">
          <p>Search did not answer.</p>
          <Button variant="default" size="sm" mt={12} onClick={retry}>
            Try again
          </Button>
        </div>
      )}
      {isNothing && (
        <div className={classes.message}>
          <p>Nothing found for “{typed}”.</p>
          <Text variant="meta" mt={4}>
            Check the spelling, or search for part of a name.
          </Text>
        </div>
      )}
      {children}
    </div>
  )
}

/** The row that Enter opens: the best one, until the arrows or the pointer choose another. */
function useActive(rows: readonly Row[], words: string, listId: string) {
  const [chosen, setChosen] = useState<{ words: string; to: string } | null>(null)
  const active = rows.find(({ to }) => chosen?.words === words && chosen.to === to) ?? (words === '' ? rows[0] : findBest(rows, words))
  const index = active ? rows.indexOf(active) : -1
  const activeId = index < 0 ? undefined : `${listId}-${index}`
  useEffect(() => {
    if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])
  const choose = (row: Row): void => setChosen({ words, to: row.to })
  const move = (step: number): void => {
    const next = rows[(index + step + rows.length) % rows.length]
    if (next) choose(next)
  }
  return { active, activeId, move, choose }
}

/** Opens a row here or in a new tab, and keeps it as a recent one. A click has followed its link already. */
function useOpen(onClose: () => void) {
  const navigate = useNavigate()
  const userId = useSession(({ user }) => user?.id)
  return (row: Row, how: 'here' | 'new tab' | 'click'): void => {
    if (row.type === 'hit' && userId !== undefined) {
      const { type: _, ...hit } = row
      keepRecent(userId, hit)
    }
    if (how === 'new tab') return void window.open(row.to, '_blank', 'noopener')
    onClose()
    if (how === 'here') void navigate(row.to)
  }
}

/** Enter before the answer opens the best row of the answer, not that of the search before. */
function useEnter(isWaiting: boolean, typed: string, active: Row | undefined, open: ReturnType<typeof useOpen>) {
  const [waiting, setWaiting] = useState<{ typed: string; isNewTab: boolean } | null>(null)
  const isDue = waiting?.typed === typed && !isWaiting
  useEffect(() => {
    if (!isDue) return
    setWaiting(null)
    if (active) open(active, waiting.isNewTab ? 'new tab' : 'here')
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only the answer opens it, with what is active then
  }, [isDue])
  return (isNewTab: boolean): void => {
    if (isWaiting) setWaiting({ typed, isNewTab })
    else if (active) open(active, isNewTab ? 'new tab' : 'here')
  }
}
