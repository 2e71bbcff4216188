/** Add media: upload a file, plan a live session, or link a recording; title and notes can be written while it uploads. */
import type { Course } from '@lms/contract/courses'
import type { Week } from '@lms/contract/weeks'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { useCan } from '#lib/can.ts'
import { useForm } from '#lib/form.ts'
import { paths } from '#lib/paths.ts'
import { oneOf, useSearch } from '#lib/search-params.ts'
import { useSession } from '#lib/session.ts'
import { readDuration } from '#modules/files/duration.ts'
import { RecordingField } from '#modules/files/recording-field.tsx'
import { useUpload } from '#modules/files/use-upload.ts'
import { uploadFile } from '#modules/files/upload.ts'
import { CaptionsField } from '#modules/media/captions-field.tsx'
import { LiveFields } from '#modules/media/live-fields.tsx'
import { MediaKindChoice, MediaLink, MediaNotes, MediaTitle } from '#modules/media/media-form.tsx'
import { checkMedia, mediaBody, mediaKinds, type MediaValues, newMedia, titleOfFile } from '#modules/media/media-values.ts'
import { mediaOptionsQuery, useCreateMedia } from '#modules/media/queries.ts'
import { NoAccess } from '#ui/blocked-page.tsx'
import { FormPage } from '#ui/form-page.tsx'
import { FormSection } from '#ui/form-section.tsx'
import { LeaveGuard } from '#ui/leave-guard.tsx'
import { LoadingScreen } from '#ui/loading-screen.tsx'
import { Page } from '#ui/page.tsx'
import { notify } from '#ui/toasts.tsx'
import { useWeek, useWeekCrumbs } from './use-week.ts'
import { WeekProblem } from './week-problem.tsx'

export function MediaNewScreen() {
  const { course, week, ...rest } = useWeek()
  const email = useSession((session) => session.user?.email)
  const may = useCan()
  const options = useQuery(mediaOptionsQuery())
  if (!course || !week) return <WeekProblem {...rest} />
  if (!may('media.write', course.membership)) return <NoAccess email={email} help="Trainers add to the courses that they teach." />
  // Where it cannot be told, a link can still be pasted.
  return options.isPending ? <LoadingScreen /> : <MediaNew course={course} week={week} hasZoom={options.data?.zoom ?? false} />
}

/** The file, its upload, and what is read from it meanwhile. */
function useRecording(form: ReturnType<typeof useForm<MediaValues>>) {
  const control = useUpload((key) => form.set('file', key))
  const take = (file: File): void => {
    form.set('fileName', file.name)
    form.set('durationSeconds', null)
    if (!form.values.title.trim()) form.set('title', titleOfFile(file.name))
    void readDuration(file).then((seconds) => form.set('durationSeconds', seconds))
  }
  const remove = (): void => {
    form.set('file', '')
    form.set('durationSeconds', null)
  }
  return { control, take, remove }
}

function MediaNew({ course, week, hasZoom }: { course: Course; week: Week; hasZoom: boolean }) {
  const navigate = useNavigate()
  const [search, change] = useSearch()
  const kind = oneOf(mediaKinds, search.get('kind'))
  const [isWaiting, setWaiting] = useState(false)
  const create = useCreateMedia()
  const form = useForm<MediaValues>({
    draft: `media:new:${week.id}`,
    initial: newMedia(course.timeZone, hasZoom),
    check: (values) => checkMedia(kind, values, isUploading, hasZoom),
  })
  const { control, take, remove } = useRecording(form)
  const isUploading = control.upload.state === 'moving'

  const publish = (values: MediaValues): void => {
    setWaiting(false)
    create.mutate(
      { params: { courseId: course.id, weekId: week.id }, body: mediaBody(kind, values) },
      {
        onSuccess: (media) => {
          form.clear(newMedia(course.timeZone, hasZoom))
          notify.ok(`${media.title} is in week ${week.number}`)
          void navigate(paths.week.to({ courseId: course.id, weekId: week.id }))
        },
        onError: form.fail,
      },
    )
  }
  const { file } = form.values
  const hasFailed = control.upload.state === 'failed'
  useEffect(() => {
    if (isWaiting && file) publish(form.values)
    else if (hasFailed) setWaiting(false)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the arrival of the file is what was waited for
  }, [file, hasFailed])

  const submit = form.submit((values) => (kind === 'upload' && isUploading ? setWaiting(true) : publish(values)))
  const fileField = (
    <RecordingField
      id="file"
      control={control}
      stored={file ? { name: form.values.fileName || 'Uploaded file' } : null}
      onFile={take}
      onRemove={() => {
        setWaiting(false)
        remove()
      }}
      error={form.fault('file')}
    />
  )
  /** Captions are asked for once there is something that they belong to. */
  const hasRecording = kind === 'upload' ? isUploading || file !== '' : kind === 'link' && form.values.link.trim() !== ''
  return (
    <Page title="Add media" kind="reading" crumbs={useWeekCrumbs(course, week, 'Add media')} meta={<span>{week.title}</span>}>
      <FormPage
        form={form}
        onSubmit={submit}
        deed={isUploading && kind === 'upload' ? 'Publish when uploaded' : 'Publish'}
        isPending={create.isPending || isWaiting}
        state={isWaiting && <span role="status">Publishes when the upload is done</span>}
      >
        <FormSection>
          <MediaKindChoice value={kind} onChange={(next) => change({ kind: next }, { replace: true })} />
          {kind === 'upload' && fileField}
          <MediaTitle form={form} />
          {kind === 'link' && <MediaLink form={form} />}
          {kind === 'live' && <LiveFields form={form} hasZoom={hasZoom} />}
          <MediaNotes form={form} />
          {hasRecording && (
            <CaptionsField
              value={form.values.captions}
              onChange={(change) => form.change('captions', change)}
              upload={uploadFile}
              error={form.fault('captions')}
            />
          )}
        </FormSection>
      </FormPage>
      <LeaveGuard
        isActive={isUploading}
        title="Stop the upload?"
        text="The file is still on its way. If you leave this page, it must be uploaded again; title and notes are kept."
        stay="Stay here"
        leave="Stop the upload"
      />
    </Page>
  )
}
