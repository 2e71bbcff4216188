/** The words of a video beside it: searched, followed while it plays, and each one a way to its place. */
import type { Media } from '@lms/contract/media'
import { Button, NativeSelect } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { type ReactNode, type RefObject, useState } from 'react'
import { Link } from 'react-router'
import { downloadBlob } from '#lib/api.ts'
import { LoadFailed, toLoadError } from '#ui/load-failed.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { SkeletonText } from '#ui/loading.tsx'
import { CueList } from './cue-list.tsx'
import classes from './transcript.module.css'
import { useTranscript } from './use-transcript.ts'
import { position } from '#lib/format-date.ts'
import type { Cue } from './cues.ts'

/** A transcript as a text file: a line a cue, each with its time. */
const transcriptFile = (title: string, cues: readonly Cue[]): string =>
  [title, '', ...cues.map(({ start, text }) => `${position(start)}  ${text}`), ''].join('\n')

type Props = {
  media: Media
  video: RefObject<HTMLVideoElement | null>
  /** Where staff add captions; absent for everybody else. */
  captionsPath: string | undefined
}

const NoCaptions = ({ captionsPath }: Pick<Props, 'captionsPath'>) => (
  <div className={classes.none}>
    <p>This video has no captions, so there is no transcript.</p>
    {captionsPath && (
      <Button component={Link} to={captionsPath} variant="default" size="sm">
        Add captions
      </Button>
    )}
  </div>
)

export function Transcript({ media: { title, captions }, video, captionsPath }: Props) {
  const [search, setSearch] = useState('')
  const [key, setKey] = useState<string | null>(null)
  const caption = captions.find((one) => one.key === key) ?? captions.find((one) => one.default) ?? captions[0]
  const cues = useTranscript(caption)
  if (!caption) return <NoCaptions captionsPath={captionsPath} />
  const content = (): ReactNode => {
    if (cues.isError) return <LoadFailed title="The transcript did not load" {...toLoadError(cues)} />
    if (cues.isPending)
      return (
        <div className={classes.place}>
          <SkeletonText lines={6} />
        </div>
      )
    return <CueList cues={cues.data} video={video} search={search} />
  }
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
      <SearchField label="Search transcript" value={search} onChange={setSearch} />
      {content()}
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
