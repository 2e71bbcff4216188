/** Edit media: title, notes, the recording, the time of a session; and its two kinds of end. */
import type { Course } from '@lms/contract/courses'
import type { Media } from '@lms/contract/media'
import type { Week } from '@lms/contract/weeks'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { useCan } from '#lib/can.ts'
import { useForm } from '#lib/form.ts'
import { paths } from '#lib/paths.ts'
import { useSession } from '#lib/session.ts'
import { readDuration } from '#modules/files/duration.ts'
import { RecordingField } from '#modules/files/recording-field.tsx'
import { useUpload } from '#modules/files/use-upload.ts'
import { uploadFile } from '#modules/files/upload.ts'
import { CaptionsField } from '#modules/media/captions-field.tsx'
import { MediaDeeds } from '#modules/media/media-deeds.tsx'
import { LiveFields } from '#modules/media/live-fields.tsx'
import { MediaLink, MediaNotes, MediaTitle, SourceChoice } from '#modules/media/media-form.tsx'
import { changesOf, checkChange, type MediaValues, sourceOf, valuesOfMedia } from '#modules/media/media-values.ts'
import { mediaOptionsQuery, mediaQuery, useUpdateMedia } from '#modules/media/queries.ts'
import { NoAccess } from '#ui/blocked-page.tsx'
import { FormPage } from '#ui/form-page.tsx'
import { FormSection } from '#ui/form-section.tsx'
import { LeaveGuard } from '#ui/leave-guard.tsx'
import { Page } from '#ui/page.tsx'
import { notify } from '#ui/toasts.tsx'
import { useWeek, useWeekCrumbs } from './use-week.ts'
import { WeekProblem } from './week-problem.tsx'

export function MediaEditScreen() {
  const { mediaId = '' } = useParams()
  const { course, week, ...rest } = useWeek()
  const media = useQuery(mediaQuery({ params: { courseId: rest.courseId, id: mediaId } }))
  const email = useSession((session) => session.user?.email)
  const may = useCan()
  if (!course || !week) return <WeekProblem {...rest} />
  if (!media.data)
    return <WeekProblem what="recording or session" error={media.error} retry={() => void media.refetch()} isRetrying={media.isFetching} />
  if (!may('media.write', course.membership)) return <NoAccess email={email} help="Trainers edit the courses that they teach." />
  return <MediaEdit key={media.data.id} course={course} week={week} media={media.data} />
}

/** The form of a medium with its upload, and how both are saved. */
function useMediaEdit(course: Course, media: Media, hasZoom: boolean) {
  const [source, setSource] = useState(sourceOf(media))
  const stored = (saved: Media): MediaValues => valuesOfMedia(saved, course.timeZone)
  const form = useForm<MediaValues>({
    draft: `media:${media.id}`,
    initial: stored(media),
    check: (values) => checkChange(media.type, source, values, isUploading, hasZoom),
  })
  const control = useUpload((key) => form.set('file', key))
  const isUploading = control.upload.state === 'moving'
  const update = useUpdateMedia()
  const send = (values: MediaValues): void =>
    update.mutate(
      { params: { courseId: course.id, mediaId: media.id }, body: changesOf(media, source, values) },
      {
        onSuccess: (saved) => {
          control.cancel()
          form.saved(values, stored(saved))
          notify.ok(`${saved.title} is saved`)
        },
        onError: form.fail,
      },
    )
  const take = (file: File): void => {
    form.set('fileName', file.name)
    form.set('durationSeconds', null)
    void readDuration(file).then((seconds) => form.set('durationSeconds', seconds))
  }
  return { source, setSource, form, control, isUploading, isSaving: update.isPending, submit: form.submit(send), take, stored }
}

function RecordingSection({ media, edit }: { media: Media; edit: ReturnType<typeof useMediaEdit> }) {
  const { form, source, control } = edit
  const { file, fileName } = form.values
  const isStored = file !== '' && file === media.url
  const help = media.type === 'LIVE' ? { help: 'Added after the session, it counts as make-up for those who were absent.' } : {}
  return (
    <FormSection title="Recording" {...help}>
      <SourceChoice value={source} onChange={edit.setSource} />
      {source === 'link' ? (
        <MediaLink form={form} />
      ) : (
        <RecordingField
          id="file"
          control={control}
          stored={file ? { name: fileName || 'The recording of this page', href: isStored ? media.playbackUrl : null } : null}
          onFile={edit.take}
          onRemove={() => form.set('file', '')}
          error={form.fault('file')}
        />
      )}
      {(file || form.values.link || edit.isUploading) && (
        <CaptionsField
          value={form.values.captions}
          onChange={(change) => form.change('captions', change)}
          upload={uploadFile}
          error={form.fault('captions')}
        />
      )}
    </FormSection>
  )
}

function MediaEdit({ course, week, media }: { course: Course; week: Week; media: Media }) {
  const navigate = useNavigate()
  const hasZoom = useQuery(mediaOptionsQuery()).data?.zoom ?? media.zoomOptions?.zoomMeeting != null
  const edit = useMediaEdit(course, media, hasZoom)
  const { form, source, isUploading } = edit
  const isLive = media.type === 'LIVE'
  const view = (
    <Button variant="default" component={Link} to={paths.media.to({ courseId: course.id, weekId: week.id, mediaId: media.id })}>
      View
    </Button>
  )
  return (
    <Page
      title={isLive ? 'Edit live session' : 'Edit recording'}
      kind="reading"
      crumbs={useWeekCrumbs(course, week, media.title)}
      actions={view}
    >
      <FormPage
        form={form}
        onSubmit={edit.submit}
        deed="Save changes"
        isPending={edit.isSaving}
        hasActions={form.isChanged || source !== sourceOf(media)}
        isSticky
        state={isUploading ? 'Save when the upload is done' : undefined}
      >
        <FormSection>
          <MediaTitle form={form} />
          {isLive && <LiveFields form={form} hasZoom={hasZoom} />}
          <MediaNotes form={form} />
        </FormSection>
        <RecordingSection media={media} edit={edit} />
      </FormPage>
      <MediaDeeds
        media={media}
        onDeleted={() => void navigate(paths.week.to({ courseId: course.id, weekId: week.id }))}
        onFileDeleted={(saved) => form.clear(edit.stored(saved))}
      />
      <LeaveGuard
        isActive={isUploading}
        title="Stop the upload?"
        text="The file is still on its way. If you leave this page, it must be uploaded again; the rest of the form is kept."
        stay="Stay here"
        leave="Stop the upload"
      />
    </Page>
  )
}
