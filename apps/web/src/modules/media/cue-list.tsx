/** The cues of a transcript: the one of this moment is marked and kept in sight, until the reader scrolls away. */
import { Button } from '@mantine/core'
import { IconArrowDown } from '@tabler/icons-react'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { position } from '#lib/times.ts'
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
  if (found.length === 0) return <p className={classes.nothing}>{isSearching ? `“${search}” is not said.` : 'The captions are empty.'}</p>
  return (
    <div className={classes.frame}>
      <ol ref={list} className={classes.cues} tabIndex={0} aria-label="Transcript" onScroll={onScroll}>
        {found.map(({ index, start, text }) => (
          <li key={index}>
            <button
              type="button"
              className={classes.cue}
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
