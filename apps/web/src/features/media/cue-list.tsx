/** The cues of a transcript: the one of this moment is marked and kept in sight, until the reader scrolls away. */
import { Button } from '@mantine/core'
import { IconArrowDown } from '@tabler/icons-react'
import { type FocusEvent, type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { position } from '#lib/format-date.ts'
import { type Cue, cueAt } from './cues.ts'
import { seek } from './seek.ts'
import classes from './transcript.module.css'

type Props = { cues: readonly Cue[]; video: RefObject<HTMLVideoElement | null>; search: string }

function useCueNow(video: Props['video'], cues: readonly Cue[]): number {
  const [index, setIndex] = useState(-1)
  useEffect(() => {
    const player = video.current
    if (!player) return undefined
    const follow = (): void => setIndex(cueAt(cues, player.currentTime))
    follow()
    player.addEventListener('timeupdate', follow)
    return () => player.removeEventListener('timeupdate', follow)
  }, [video, cues])
  return index
}

/** Scrolls the box along, never the page; a scroll that was not ours ends that. */
function useFollowing(list: RefObject<HTMLOListElement | null>, now: number, isSearching: boolean) {
  const [isFollowing, setFollowing] = useState(true)
  const ours = useRef(0)
  const bring = (): void => {
    const box = list.current
    const current = box?.querySelector<HTMLElement>('[aria-current]')
    if (!box || !current) return
    box.scrollTop = current.offsetTop - box.clientHeight / 3
    ours.current = box.scrollTop
  }
  useEffect(() => {
    if (isFollowing && !isSearching) bring()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a new cue is what moves the box
  }, [now, isSearching, isFollowing])
  const onScroll = (): void => {
    // Half a pixel is the browser's rounding.
    if (list.current && !isSearching && Math.abs(list.current.scrollTop - ours.current) > 2) setFollowing(false)
  }
  return { isFollowing, onScroll, followAgain: () => setFollowing(true) }
}

/** Hundreds of cues are one stop of the keyboard, at the cue of this moment; from there arrows, Home and End. */
function useArrows(shown: readonly { index: number }[], now: number) {
  const [focused, setFocused] = useState<number | null>(null)
  const isShown = (index: number | null): index is number => index !== null && shown.some((cue) => cue.index === index)
  const stop = [focused, now].find(isShown) ?? shown[0]?.index
  const onKeyDown = (event: KeyboardEvent<HTMLOListElement>): void => {
    const buttons = [...event.currentTarget.querySelectorAll('button')]
    const at = buttons.findIndex((button) => button === document.activeElement)
    const last = buttons.length - 1
    const places: Record<string, number> = { ArrowDown: Math.min(at + 1, last), ArrowUp: Math.max(at - 1, 0), Home: 0, End: last }
    const next = at < 0 || event.altKey || event.ctrlKey || event.metaKey ? undefined : places[event.key]
    if (next === undefined) return
    event.preventDefault()
    buttons[next]?.focus()
  }
  // Coming back to the tab leads to what is said at that moment.
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent): void => void (currentTarget.contains(relatedTarget) || setFocused(null))
  return { stop, setFocused, keys: { onKeyDown, onBlur } }
}

function Words({ text, search }: { text: string; search: string }): ReactNode {
  const at = search ? text.toLocaleLowerCase().indexOf(search.toLocaleLowerCase()) : -1
  if (at < 0) return text
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, at + search.length)}</mark>
      {text.slice(at + search.length)}
    </>
  )
}

export function CueList({ cues, video, search }: Props) {
  const now = useCueNow(video, cues)
  const list = useRef<HTMLOListElement>(null)
  const isSearching = search !== ''
  const { isFollowing, onScroll, followAgain } = useFollowing(list, now, isSearching)
  const wanted = search.toLocaleLowerCase()
  const found = cues.map((cue, index) => ({ ...cue, index })).filter(({ text }) => text.toLocaleLowerCase().includes(wanted))
  const { stop, setFocused, keys } = useArrows(found, now)
  if (found.length === 0) return <p className={classes.nothing}>{isSearching ? `“${search}” is not said.` : 'The captions are empty.'}</p>
  return (
    <div className={classes.frame}>
      <ol ref={list} className={classes.cues} aria-label="Transcript" onScroll={onScroll} {...keys}>
        {found.map(({ index, start, text }) => (
          <li key={index}>
            <button
              type="button"
              className={classes.cue}
              tabIndex={index === stop ? 0 : -1}
              onFocus={() => setFocused(index)}
              {...(index === now && { 'aria-current': 'true' as const })}
              onClick={() => seek(video.current, start)}
            >
              <span className={classes.time}>{position(start)}</span>
              <span>
                <Words text={text} search={search} />
              </span>
            </button>
          </li>
        ))}
      </ol>
      {!isFollowing && !isSearching && now >= 0 && (
        <Button
          className={classes.follow ?? ''}
          variant="default"
          size="sm"
          leftSection={<IconArrowDown size={16} stroke={1.75} aria-hidden />}
          onClick={followAgain}
        >
          Follow again
        </Button>
      )}
    </div>
  )
}
