/** The words of a video beside it: searched, followed while it plays, and each one a way to its place. */
import type { Media } from '@lms/contract/media'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { problemOf } from '#lib/query-problem.ts'
import { position } from '#lib/times.ts'
import { LoadFailed } from '#ui/load-failed.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { SkeletonText } from '#ui/skeleton.tsx'
import { type Cue, cueAt, readCues } from './cues.ts'
import { seek } from './seek.ts'
import classes from './transcript.module.css'

type Props = { caption: Media['captions'][number]; video: RefObject<HTMLVideoElement | null> }

async function fetchCues(url: string, signal: AbortSignal): Promise<Cue[]> {
  const answer = await fetch(url, { signal })
  if (!answer.ok) throw new Error(`Captions answered ${answer.status}`)
  return readCues(await answer.text())
}

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

function Cues({ cues, video, search }: { cues: readonly Cue[]; video: Props['video']; search: string }) {
  const now = useCueNow(video, cues)
  const list = useRef<HTMLOListElement>(null)
  const found = cues
    .map((cue, index) => ({ ...cue, index }))
    .filter(({ text }) => text.toLocaleLowerCase().includes(search.toLocaleLowerCase()))
  useEffect(() => {
    const box = list.current
    const current = box?.querySelector<HTMLElement>('[aria-current]')
    // Only the box scrolls, never the page; and not under the hands of whoever reads in it.
    if (box && current && !search && !box.matches(':hover, :focus-within')) box.scrollTop = current.offsetTop - box.clientHeight / 3
  }, [now, search])
  const go = (start: number): void => {
    seek(video.current, start)
    void video.current?.play().catch(() => undefined)
  }
  if (found.length === 0) return <p className={classes.nothing}>{search ? `“${search}” is not said.` : 'The captions are empty.'}</p>
  return (
    <ol ref={list} className={classes.cues} tabIndex={0} aria-label="Transcript">
      {found.map(({ index, start, text }) => (
        <li key={index}>
          <button
            type="button"
            className={classes.cue}
            {...(index === now && { 'aria-current': 'true' as const })}
            onClick={() => go(start)}
          >
            <span className={classes.time}>{position(start)}</span>
            <span>
              <Words text={text} search={search} />
            </span>
          </button>
        </li>
      ))}
    </ol>
  )
}

export function Transcript({ caption, video }: Props) {
  const [search, setSearch] = useState('')
  // Keyed by the file: its signed address changes with every answer.
  const cues = useQuery({
    queryKey: ['media', 'captions', caption.key],
    queryFn: ({ signal }) => fetchCues(caption.url, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const content = (): ReactNode => {
    if (cues.isError) return <LoadFailed title="The transcript did not load" {...problemOf(cues)} />
    if (cues.isPending) return <SkeletonText lines={6} />
    return <Cues cues={cues.data} video={video} search={search} />
  }
  return (
    <div className={classes.transcript}>
      <SearchField label="Search transcript" value={search} onChange={setSearch} />
      {content()}
    </div>
  )
}
