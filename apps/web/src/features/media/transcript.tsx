/** The transcript next to a video: it can be searched, follows playback, and each cue leads to its position. */

import { Box, Button, NativeSelect, Stack, Text } from '@mantine/core'
import { useState, type RefObject, type FocusEvent, type KeyboardEvent, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { Media } from '@lms/contract/media'
import { isFound } from '@lms/contract/rules/search'
import { downloadBlob } from '#lib/download.ts'
import { formatPosition } from '#lib/format-number.ts'
import { IconDownload, IconArrowDown } from '#ui/icons.ts'
import { SkeletonText } from '#ui/loading.tsx'
import { Marked } from '#ui/marked.tsx'
import { QueryPart } from '#ui/query-part.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { useTranscript, type Cue, cueAt } from './cues.ts'
import { seek } from './use-resume.ts'
import classes from './transcript.module.css'

/** A transcript as a text file: a line a cue, each with its time. */
const transcriptFile = (title: string, cues: readonly Cue[]): string =>
  [title, '', ...cues.map(({ start, text }) => `${formatPosition(start)}  ${text}`), ''].join('\n')

type Props = {
  media: Media
  video: RefObject<HTMLVideoElement | null>
  /** Where staff add captions; absent for others. */
  captionsPath: string | undefined
}

const NoCaptions = ({ captionsPath }: Pick<Props, 'captionsPath'>) => (
  <Stack c="dimmed" fz="sm" lh="sm" align="flex-start" gap={12}>
    <p>This video has no captions, so there is no transcript.</p>
    {captionsPath && (
      <Button component={Link} to={captionsPath} variant="default" size="sm">
        Add captions
      </Button>
    )}
  </Stack>
)

export function Transcript({ media: { title, captions }, video, captionsPath }: Props) {
  const [search, setSearch] = useState('')
  const [key, setKey] = useState<string | null>(null)
  const caption = captions.find((one) => one.key === key) ?? captions.find((one) => one.default) ?? captions[0]
  const cues = useTranscript(caption)
  if (!caption) return <NoCaptions captionsPath={captionsPath} />
  const skeleton = (
    <Box h="60vh">
      <SkeletonText lines={6} />
    </Box>
  )
  const save = (): void => downloadBlob(new Blob([transcriptFile(title, cues.data ?? [])], { type: 'text/plain' }), `${title}.txt`)
  return (
    <div className={classes.transcript}>
      {captions.length > 1 && (
        <NativeSelect
          aria-label="Language of the transcript"
          value={caption.key}
          data={captions.map((one) => ({ value: one.key, label: one.label }))}
          onChange={(event) => setKey(event.currentTarget.value)}
        />
      )}
      <SearchField
        label="Search transcript"
        value={search}
        found={cues.data?.filter(({ text }) => isFound(text, search)).length ?? null}
        onChange={setSearch}
      />
      <QueryPart query={cues} what="The transcript" loading={skeleton}>
        {(found) => <CueList cues={found} video={video} search={search} />}
      </QueryPart>
      {cues.data && cues.data.length > 0 && (
        <Button
          className={classes.save ?? ''}
          variant="subtle"
          size="sm"
          leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
          onClick={save}
        >
          Download the transcript
        </Button>
      )}
    </div>
  )
}

type CueListProps = { cues: readonly Cue[]; video: RefObject<HTMLVideoElement | null>; search: string }

function useCueNow(video: CueListProps['video'], cues: readonly Cue[]): number {
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

/** Scrolls the box to the current cue, never the page; stops once the user scrolls. */
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
    // Browsers round scroll positions.
    if (list.current && !isSearching && Math.abs(list.current.scrollTop - ours.current) > 2) setFollowing(false)
  }
  return { isFollowing, onScroll, followAgain: () => setFollowing(true) }
}

/** Hundreds of cues are a single tab stop, at the current cue; from there arrow keys, Home and End. */
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
  // After the focus leaves the list, its tab stop is the current cue again.
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent): void => void (currentTarget.contains(relatedTarget) || setFocused(null))
  return { stop, setFocused, keys: { onKeyDown, onBlur } }
}

export function CueList({ cues, video, search }: CueListProps) {
  const now = useCueNow(video, cues)
  const list = useRef<HTMLOListElement>(null)
  const isSearching = search !== ''
  const { isFollowing, onScroll, followAgain } = useFollowing(list, now, isSearching)
  const found = cues.map((cue, index) => ({ ...cue, index })).filter(({ text }) => !isSearching || isFound(text, search))
  const { stop, setFocused, keys } = useArrows(found, now)
  if (found.length === 0) return <Text variant="meta">{isSearching ? `“${search}” is not said.` : 'The captions are empty.'}</Text>
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
              <Text span inherit c="var(--c-ink3)" fz="xs">
                {formatPosition(start)}
              </Text>
              <span>
                <Marked text={text} search={search} />
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
