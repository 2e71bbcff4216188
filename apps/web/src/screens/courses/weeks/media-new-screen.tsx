/** Add media: upload files, plan a live session, link a recording, or take one from the library. */
import type { Course } from '@lms/contract/courses'
import type { Week } from '@lms/contract/weeks'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { useCan } from '#lib/can.ts'
import { useForm } from '#lib/form.ts'
import { paths } from '#lib/paths.ts'
import { oneOf, useSearch } from '#lib/search-params.ts'
import { useSession } from '#lib/session.ts'
import { uploadFile } from '#modules/files/upload.ts'
import { CaptionsField } from '#modules/media/captions-field.tsx'
import { LiveFields } from '#modules/media/live-fields.tsx'
import { MediaKindChoice, MediaLink, MediaNotes, MediaTitle } from '#modules/media/media-form.tsx'
import { checkMedia, mediaBody, mediaKinds, type MediaValues, newMedia } from '#modules/media/media-values.ts'
import { mediaOptionsQuery, useCreateMedia } from '#modules/media/queries.ts'
import { NoAccess } from '#ui/blocked-page.tsx'
import { FormPage } from '#ui/form-page.tsx'
import { FormSection } from '#ui/form-section.tsx'
import { LoadingScreen } from '#ui/loading-screen.tsx'
import { Page } from '#ui/page.tsx'
import { notify } from '#ui/toasts.tsx'
import { MediaFromLibrary } from './media-from-library.tsx'
import { MediaUpload } from './media-upload.tsx'
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

type Props = { course: Course; week: Week; hasZoom: boolean }

/** What is typed, and sent as a whole. */
function MediaByForm({ course, week, kind, choice, hasZoom }: Props & { kind: 'live' | 'link'; choice: React.ReactNode }) {
  const navigate = useNavigate()
  const form = useForm<MediaValues>({
    draft: `media:new:${week.id}`,
    initial: newMedia(course.timeZone, hasZoom),
    check: (values) => checkMedia(kind, values, hasZoom),
  })
  const create = useCreateMedia({ onSaved: () => form.clear(newMedia(course.timeZone, hasZoom)) })
  const publish = (values: MediaValues): void =>
    create.mutate(
      { params: { courseId: course.id, weekId: week.id }, body: mediaBody(kind, values) },
      {
        onSuccess: (media) => {
          notify.ok(`${media.title} is in week ${week.number}`)
          void navigate(paths.week.to({ courseId: course.id, weekId: week.id }))
        },
        onError: form.fail,
      },
    )
  return (
    <FormPage form={form} onSubmit={form.submit(publish)} deed="Publish" isPending={create.isPending}>
      <FormSection>
        {choice}
        <MediaTitle form={form} />
        {kind === 'link' && <MediaLink form={form} />}
        {kind === 'live' && <LiveFields form={form} hasZoom={hasZoom} />}
        <MediaNotes form={form} />
        {kind === 'link' && form.values.link.trim() !== '' && (
          <CaptionsField
            value={form.values.captions}
            onChange={(change) => form.change('captions', change)}
            upload={uploadFile}
            error={form.fault('captions')}
          />
        )}
      </FormSection>
    </FormPage>
  )
}

function MediaNew({ course, week, hasZoom }: Props) {
  const [search, change] = useSearch()
  const hasLibrary = useCan()('media.library')
  const asked = oneOf(mediaKinds, search.get('kind'))
  const kind = asked === 'library' && !hasLibrary ? 'upload' : asked
  const choice = (
    <MediaKindChoice
      value={kind}
      hasLibrary={hasLibrary}
      onChange={(next) => change({ kind: next === 'upload' ? null : next, search: null, page: null }, { replace: true })}
    />
  )
  return (
    <Page title="Add media" kind="reading" crumbs={useWeekCrumbs(course, week, 'Add media')} meta={<span>{week.title}</span>}>
      {kind === 'upload' && <MediaUpload course={course} week={week} choice={choice} />}
      {kind === 'library' && <MediaFromLibrary course={course} week={week} choice={choice} />}
      {(kind === 'live' || kind === 'link') && <MediaByForm course={course} week={week} kind={kind} choice={choice} hasZoom={hasZoom} />}
    </Page>
  )
}
