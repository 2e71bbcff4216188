/** Beside a video: its words, one's own notes, and what the trainer wrote to it. */
import type { Media } from '@lms/contract/media'
import { Tabs } from '@mantine/core'
import type { ReactNode, RefObject } from 'react'
import { parseEnum, useSearch } from '#lib/search-params.ts'
import { hasNotes, TrainerNotes } from './trainer-notes.tsx'
import { Transcript } from './transcript.tsx'
import { AllNotes, NotesBox, type NotesDesk } from './media-notes.tsx'

type Tab = 'transcript' | 'mine' | 'notes'

type Props = {
  media: Media
  video: RefObject<HTMLVideoElement | null>
  /** Absent where another site's player shows the video: it tells us neither words nor places. */
  desk: NotesDesk | undefined
  /** In one column the box of the notes stands in their tab. */
  isNarrow: boolean
  /** Where staff add captions that are not there. */
  captionsPath: string | undefined
}

export const hasSide = (media: Media, isOurs: boolean): boolean => isOurs || hasNotes(media)

/** The tab that is open, and a way to another: it stands in the address. */
export function useSideTab(media: Media, isOurs: boolean) {
  const [search, change] = useSearch()
  const own: Tab[] = isOurs ? ['transcript', 'mine'] : []
  const [first = 'notes', ...others] = hasNotes(media) ? ([...own, 'notes'] satisfies Tab[]) : own
  const tab = parseEnum<Tab>([first, ...others], search.get('tab'))
  return { tab, tabs: [first, ...others], open: (next: Tab): void => change({ tab: next === first ? null : next }, { replace: true }) }
}

const labels: Record<Tab, string> = { transcript: 'Transcript', mine: 'My notes', notes: 'Trainer notes' }

export function MediaSide({ media, video, desk, isNarrow, captionsPath }: Props) {
  const { tab, tabs, open } = useSideTab(media, desk !== undefined)
  const panels: Record<Tab, ReactNode> = {
    transcript: <Transcript media={media} video={video} captionsPath={captionsPath} />,
    mine: desk && (
      <>
        {isNarrow && <NotesBox desk={desk} />}
        <AllNotes desk={desk} />
      </>
    ),
    notes: <TrainerNotes media={media} />,
  }
  return (
    <Tabs value={tab} onChange={(next) => open(parseEnum<Tab>(['transcript', 'mine', 'notes'], next))} keepMounted={false}>
      <Tabs.List mb={12}>
        {tabs.map((name) => (
          <Tabs.Tab key={name} value={name}>
            {labels[name]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map((name) => (
        <Tabs.Panel key={name} value={name}>
          {panels[name]}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
