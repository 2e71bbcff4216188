/** Edit media: title, notes, the recording, the time of a session; and two ways to delete it. */

import { Button, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import type { Course } from '@lms/contract/courses'
import type { Media } from '@lms/contract/media'
import { isolate } from '@lms/contract/rules/direction'
import type { Week } from '@lms/contract/weeks'
import { useForm } from '#lib/form.ts'
import { paths } from '#lib/paths.ts'
import { useScreenQuery } from '#lib/screen-queries.ts'
import { serverNow } from '#lib/server-clock.ts'
import { FormPage, FormSection } from '#ui/form-page.tsx'
import { IconMovie } from '#ui/icons.ts'
import { notify } from '#ui/toasts.tsx'
import { PageOfCourse } from '#features/courses/page-of-course.tsx'
import { RecordingDrop } from '#features/files/recording-drop.tsx'
import { UploadRow } from '#features/files/upload-row.tsx'
import { type PickedFile } from '#features/files/uploads/file-handles.ts'
import { isUnderWay } from '#features/files/uploads/types.ts'
import { uploads, useUploads } from '#features/files/uploads/use-uploads.ts'
import { uploadFile } from '#features/files/use-file-uploads.ts'
import { useWeek } from '#features/weeks/use-week.tsx'
import { mediaOptionsQuery, mediaQuery, useUpdateMedia } from './api.ts'
import { MediaActions } from './media-actions.tsx'
import { AttachmentsField, CaptionsField } from './media-file-fields.tsx'
import { LiveSessionFields, MediaLink, MediaNotes, MediaTitle, SourceChoice, toPendingErrors, usePendingUploads } from './media-form.tsx'
import { OtherUses, ViewCounts, ReplaceVideoAlert, type Watching } from './media-usage.tsx'
import { getChanges, joinDayAndTime, validateMediaValues, type MediaValues, getSource, toMediaFormValues } from './media-values.ts'
import { MediaPreview } from './untracked-player.tsx'
import classes from './media-edit-screen.module.css'

export function MediaEditScreen() {
  const { mediaId = '' } = useParams()
  const { courseId, course, week } = useWeek()
  const { data: media } = useScreenQuery(mediaQuery({ params: { courseId, id: mediaId } }))
  return <MediaEdit key={media.id} course={course} week={week} media={media} />
}

/** The form of a media item, and a new file for it: the upload starts at once and replaces the file when it is complete and saved. */
function useMediaEdit({ course, week, media, hasZoom }: { course: Course; week: Week; media: Media; hasZoom: boolean }) {
  const [source, setSource] = useState(getSource(media))
  /** The choice for a new link; that for a new file is stored with its upload. */
  const [watching, setWatching] = useState<Watching | undefined>()
  const mine = useUploads(({ target, mediaId }) => target?.mediaId === media.id && mediaId === null)
  const refused = mine.filter(({ state }) => state === 'refused')
  const upload = mine.find(({ state }) => state !== 'refused')
  const isPending = upload !== undefined && !upload.isWanted
  const { busy, track } = usePendingUploads()
  const stored = (saved: Media): MediaValues => toMediaFormValues(saved, course.timeZone)
  const form = useForm<MediaValues>({
    draft: `media:${media.id}`,
    initial: stored(media),
    upgrade: joinDayAndTime,
    check: (values) => ({
      ...validateMediaValues(media.type, source, values, upload !== undefined, hasZoom),
      ...toPendingErrors(busy),
    }),
  })
  const update = useUpdateMedia()
  // Not with the callbacks of `mutate`, which are dropped with the page: the file must be attached even if the user leaves.
  const send = async (values: MediaValues): Promise<void> => {
    try {
      const params = { courseId: course.id, mediaId: media.id }
      const saved = await update.mutateAsync({ params, body: getChanges(media, source, values, upload !== undefined, watching) })
      form.saved(stored(saved))
      if (upload && source === 'upload') {
        uploads.setTarget(upload.id, { title: saved.title })
        uploads.publish(upload.id)
      }
      const follows = isPending && isUnderWay(upload)
      notify.success(
        follows ? `${isolate(saved.title)} is saved. The file follows when it is uploaded` : `${isolate(saved.title)} is saved`,
      )
    } catch (error) {
      form.fail(error)
    }
  }
  const take = ([picked]: PickedFile[]): void => {
    if (!picked) return
    const { id: mediaId, title } = media
    const target = { courseId: course.id, weekId: week.id, weekNumber: week.number, mediaId, title, notes: '', captions: [] }
    uploads.add(picked, target).catch(() => notify.error(`${isolate(picked.file.name)} could not be read.`))
  }
  return {
    source,
    setSource,
    form,
    upload,
    refused,
    isPending,
    isSaving: update.isPending,
    submit: form.submit((values) => void send(values)),
    take,
    stored,
    watching,
    setWatching,
    track,
  }
}

function StoredFile({ media, onReplace }: { media: Media; onReplace: () => void }) {
  return (
    <div className={classes.stored}>
      <IconMovie size={18} stroke={1.75} aria-hidden />
      <span className={classes.editName}>
        {media.playbackUrl ? (
          <a href={media.playbackUrl} target="_blank" rel="noreferrer">
            {media.title}
          </a>
        ) : (
          media.title
        )}
      </span>
      <Button variant="subtle" size="sm" onClick={onReplace}>
        Replace
      </Button>
    </div>
  )
}

function FileSection({ media, edit }: { media: Media; edit: ReturnType<typeof useMediaEdit> }) {
  const { form, upload } = edit
  const [isReplacing, setReplacing] = useState(() => location.hash === '#file')
  const hasFile = form.values.file !== ''
  if (upload)
    return (
      <>
        <UploadRow upload={upload} isBoxed />
        {edit.isPending && (
          <ReplaceVideoAlert
            media={media}
            next={upload.facts?.durationSeconds ?? undefined}
            said={upload.target?.watching}
            onSay={(watching) => uploads.setTarget(upload.id, { watching })}
          />
        )}
      </>
    )
  if (hasFile && !isReplacing) return <StoredFile media={media} onReplace={() => setReplacing(true)} />
  return (
    <>
      <RecordingDrop label="Choose a recording" onPicked={edit.take} error={form.error('file')} />
      {hasFile && (
        <>
          <ReplaceVideoAlert media={media} next={undefined} />
          <Text variant="meta" className={classes.keep}>
            <button type="button" onClick={() => setReplacing(false)}>
              Keep the file
            </button>
          </Text>
        </>
      )}
    </>
  )
}

/** Scrolls here if the URL names it: “Replace the recording” in the library links here. */
function useFileHash(): RefObject<HTMLDivElement | null> {
  const section = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (location.hash === '#file') section.current?.focus()
  }, [])
  return section
}

function RecordingSection({ media, edit }: { media: Media; edit: ReturnType<typeof useMediaEdit> }) {
  const { form, source } = edit
  const file = useFileHash()
  const link = form.values.link.trim()
  const isNewLink = source === 'link' && link !== '' && media.url !== null && link !== media.url
  const help = media.type === 'LIVE' ? { help: 'Added after the session, it counts as make-up for those who were absent.' } : {}
  return (
    <FormSection title="Recording" {...help}>
      {media.playbackUrl !== null && !edit.isPending && <MediaPreview media={media} />}
      <SourceChoice value={source} onChange={edit.setSource} />
      {source === 'link' ? (
        <>
          <MediaLink form={form} />
          {isNewLink && <ReplaceVideoAlert media={media} next={null} said={edit.watching} onSay={edit.setWatching} />}
        </>
      ) : (
        <Stack ref={file} id="file" tabIndex={-1} gap={8}>
          {edit.refused.map((upload) => (
            <UploadRow key={upload.id} upload={upload} isBoxed />
          ))}
          <FileSection media={media} edit={edit} />
        </Stack>
      )}
      <OtherUses media={media} />
      {(form.values.file || form.values.link || edit.upload) && (
        <CaptionsField
          value={form.values.captions}
          onChange={(change) => form.change('captions', change)}
          upload={uploadFile}
          error={form.error('captions')}
          onBusy={edit.track('captions')}
        />
      )}
    </FormSection>
  )
}

/** Whether a future session gets another time. */
const isMoved = ({ zoomOptions }: Media, before: MediaValues, now: MediaValues): boolean =>
  zoomOptions !== null &&
  Date.parse(zoomOptions.startsAt) > serverNow() &&
  (['startsAt', 'timeZone', 'minutes'] as const).some((field) => before[field] !== now[field])

function MediaEdit({ course, week, media }: { course: Course; week: Week; media: Media }) {
  const navigate = useNavigate()
  const hasZoom = useQuery(mediaOptionsQuery()).data?.zoom ?? media.zoomOptions?.zoomMeeting != null
  const edit = useMediaEdit({ course, week, media, hasZoom })
  const { form, source, isPending } = edit
  const isLive = media.type === 'LIVE'
  const view = (
    <Button variant="default" component={Link} to={paths.media.to({ courseId: course.id, weekId: week.id, mediaId: media.id })}>
      View
    </Button>
  )
  return (
    <PageOfCourse
      course={course}
      tab="weeks"
      weekId={week.id}
      title={isLive ? 'Edit live session' : 'Edit recording'}
      kind="reading"
      crumbs={[{ label: media.title }]}
      actions={view}
      meta={media.playbackUrl !== null && <ViewCounts media={media} course={course} />}
    >
      <FormPage
        form={form}
        onSubmit={edit.submit}
        submitLabel="Save changes"
        isPending={edit.isSaving}
        hasActions={form.isChanged || source !== getSource(media) || isPending}
        isSticky
        state={
          isPending && edit.upload && isUnderWay(edit.upload)
            ? 'You can save now and leave: the file is added when its upload finishes.'
            : isMoved(media, edit.stored(media), form.values) && 'Everybody in the course gets an email with the new time.'
        }
      >
        <FormSection>
          <MediaTitle form={form} />
          {isLive && <LiveSessionFields form={form} hasZoom={hasZoom} weeks={course.weeks ?? []} />}
          <MediaNotes form={form} />
          <AttachmentsField
            value={form.values.attachments}
            onChange={(change) => form.change('attachments', change)}
            error={form.error('attachments')}
            onBusy={edit.track('attachments')}
          />
        </FormSection>
        <RecordingSection media={media} edit={edit} />
      </FormPage>
      <MediaActions
        media={media}
        onDeleted={() => void navigate(paths.week.to({ courseId: course.id, weekId: week.id }))}
        onFileDeleted={(saved) => form.discard(edit.stored(saved))}
      />
    </PageOfCourse>
  )
}
