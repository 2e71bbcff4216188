/** Beside a video: its words, one's own notes, and what the trainer wrote to it. */
import type { Media } from '@lms/contract/media'
import { Tabs } from '@mantine/core'
import type { ReactNode, RefObject } from 'react'
import { parseEnum, useSearch } from '#lib/search-params.ts'
import { Transcript } from './transcript.tsx'
import { AllNotes, NotesBox } from './media-notes.tsx'
import type { NotesDesk } from './media-notes.tsx'
import { IconPaperclip } from '@tabler/icons-react'
import { RichText } from '#ui/rich-text.tsx'
import classes from './media.module.css'

/** What the trainer wrote about a media item, and the files that belong to it. */
const hasNotes = ({ notes, attachments }: Media): boolean => notes.trim() !== '' || attachments.length > 0

function TrainerNotes({ media: { notes, attachments } }: { media: Media }) {
  return (
    <div className={classes.notes}>
      {notes.trim() !== '' && <RichText html={notes} />}
      {attachments.length > 0 && (
        <ul className={classes.files} aria-label="Files">
          {attachments.map(({ key, name, url }) => (
            <li key={key}>
              <a href={url} target="_blank" rel="noopener noreferrer" className={classes.file}>
                <IconPaperclip size={16} stroke={1.75} aria-hidden />
                {name}
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

type Tab = 'transcript' | 'mine' | 'notes'

type Props = {
  media: Media
  video: RefObject<HTMLVideoElement | null>
  /** Absent if another site's player shows the video: it reports neither captions nor positions. */
  desk: NotesDesk | undefined
  /** In one column the box of the notes is in their tab. */
  isNarrow: boolean
  /** The page where staff add missing captions. */
  captionsPath: string | undefined
}

export const hasSide = (media: Media, isOurs: boolean): boolean => isOurs || hasNotes(media)

/** The open tab, and a way to another: it is part of the address. */
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
