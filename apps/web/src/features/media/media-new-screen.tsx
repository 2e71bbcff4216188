/** Add media: upload files, plan a live session, link a recording, or take one from the library. */
import type { Course } from '@lms/contract/courses'
import type { Week } from '@lms/contract/weeks'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { useCan } from '#lib/can.ts'
import { useForm } from '#lib/form.ts'
import { paths } from '#lib/paths.ts'
import { parseEnum, useSearch } from '#lib/search-params.ts'
import { useSession } from '#lib/session.ts'
import { uploadFile } from '#features/files/index.ts'
import { AttachmentsField } from './attachments-field.tsx'
import { CaptionsField } from './captions-field.tsx'
import { LiveSessionFields } from './live-session-fields.tsx'
import { MediaKindChoice, MediaLink, MediaNotes, MediaTitle } from './media-form.tsx'
import { checkMedia, toMediaInput, mediaKinds, type MediaValues, newMedia } from './media-values.ts'
import { mediaOptionsQuery, useCreateMedia } from './api.ts'
import { usePendingUploads, formatPendingUploads } from './use-pending-uploads.ts'
import { NoAccess } from '#ui/blocked-page.tsx'
import { FormPage } from '#ui/form-page.tsx'
import { FormSection } from '#ui/form-section.tsx'
import { LoadingScreen } from '#ui/loading-screen.tsx'
import { Page } from '#ui/page.tsx'
import { notify } from '#ui/toasts.tsx'
import { attaching } from './attaching.ts'
import { MediaFromLibrary } from './media-from-library.tsx'
import { MediaUpload } from './media-upload.tsx'
import { useWeek, useWeekCrumbs, WeekProblem } from '#features/weeks/index.ts'

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
  const { busy, track } = usePendingUploads()
  const form = useForm<MediaValues>({
    draft: `media:new:${week.id}`,
    initial: newMedia(course.timeZone, hasZoom),
    check: (values) => ({
      ...checkMedia(kind, values, hasZoom),
      ...(busy.has('captions') && { captions: formatPendingUploads }),
      ...(busy.has('attachments') && { attachments: formatPendingUploads }),
    }),
  })
  const create = useCreateMedia({
    onSaved: ({ title }) => {
      form.clear(newMedia(course.timeZone, hasZoom))
      notify.success(`${title} is in week ${week.number}`)
    },
  })
  const publish = (values: MediaValues): void => {
    const place = { courseId: course.id, weekId: week.id }
    create.mutate(
      { params: place, body: toMediaInput(kind, values) },
      { onSuccess: () => void navigate(paths.week.to(place)), onError: form.fail },
    )
  }
  return (
    <FormPage form={form} onSubmit={form.submit(publish)} submitLabel="Publish" isPending={create.isPending}>
      <FormSection>
        {choice}
        <MediaTitle form={form} />
        {kind === 'link' && <MediaLink form={form} />}
        {kind === 'live' && <LiveSessionFields form={form} hasZoom={hasZoom} />}
        <MediaNotes form={form} />
        <AttachmentsField
          value={form.values.attachments}
          onChange={(change) => form.change('attachments', change)}
          {...attaching}
          error={form.error('attachments')}
          onBusy={track('attachments')}
        />
        {kind === 'link' && form.values.link.trim() !== '' && (
          <CaptionsField
            value={form.values.captions}
            onChange={(change) => form.change('captions', change)}
            upload={uploadFile}
            error={form.error('captions')}
            onBusy={track('captions')}
          />
        )}
      </FormSection>
    </FormPage>
  )
}

function MediaNew({ course, week, hasZoom }: Props) {
  const [search, change] = useSearch()
  const hasLibrary = useCan()('media.library')
  const asked = parseEnum(mediaKinds, search.get('kind'))
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
