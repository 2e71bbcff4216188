/** Add media: upload files, plan a live session, link a recording, or take one from the library. */

import { Button } from '@mantine/core'
import { useQuery, keepPreviousData } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import type { Course } from '@lms/contract/courses'
import { isolate } from '@lms/contract/rules/direction'
import type { Week } from '@lms/contract/weeks'
import { useForm } from '#lib/form.ts'
import { paths } from '#lib/paths.ts'
import { useScreenPart } from '#lib/screen-queries.ts'
import { parseEnum, useSearch } from '#lib/search-params.ts'
import { useCan } from '#lib/session.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { FormPage, FormSection } from '#ui/form-page.tsx'
import { LoadingScreen } from '#ui/page.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { QueryPart } from '#ui/query-part.tsx'
import { Row, Rows } from '#ui/row.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { notify } from '#ui/toasts.tsx'
import { PageOfCourse } from '#features/courses/page-of-course.tsx'
import { uploadFile } from '#features/files/use-file-uploads.ts'
import { useWeek } from '#features/weeks/use-week.tsx'
import { mediaOptionsQuery, useCreateMedia, allMediaQuery, useAddFromLibrary } from './api.ts'
import { toLibraryQuery, readLibraryFilter } from './library-filters.tsx'
import { Thumbnail, formatKind, formatUsage, type LibraryItem } from './library-item.tsx'
import { AttachmentsField, CaptionsField } from './media-file-fields.tsx'
import { LiveSessionFields, MediaKindChoice, MediaLink, MediaNotes, MediaTitle, usePendingUploads, toPendingErrors } from './media-form.tsx'
import { MediaUpload } from './media-upload.tsx'
import { checkMedia, joinDayAndTime, toMediaInput, mediaKinds, newMedia, type MediaValues } from './media-values.ts'

const limit = 10

/** Copies an item of another week, searched in the library of all courses. */
function MediaFromLibrary({ course, week, choice }: { course: Course; week: Week; choice: ReactNode }) {
  const navigate = useNavigate()
  const [search, change] = useSearch()
  const filter = readLibraryFilter(search)
  const list = useQuery({ ...allMediaQuery({ query: { ...toLibraryQuery(filter), limit } }), placeholderData: keepPreviousData })
  const add = useAddFromLibrary({ onSaved: ({ title }) => notify.success(`${isolate(title)} is in week ${week.number}`) })
  // Until the week is there, this page waits.
  const isAdding = add.isPending || add.isSuccess
  const take = (item: LibraryItem): void => {
    if (isAdding) return
    const place = { courseId: course.id, weekId: week.id }
    add.mutate({ params: place, body: { mediaId: item.id } }, { onSuccess: () => void navigate(paths.week.to(place)) })
  }
  return (
    <FormSection>
      {choice}
      <SearchField
        label="Title"
        value={filter.search}
        found={list.isPlaceholderData ? null : (list.data?.total ?? null)}
        onChange={(text) => change({ search: text || null }, { replace: true })}
      />
      <QueryPart query={list} what="The library" loading={5}>
        {({ items, total }) => (
          <>
            {total === 0 && (
              <EmptyState isFramed={false} title="Nothing matches">
                Try part of the title.
              </EmptyState>
            )}
            {items.length > 0 && (
              <Rows label="The library">
                {items.map((item) => (
                  <Row
                    key={item.id}
                    icon={<Thumbnail item={item} />}
                    name={item.title}
                    meta={`${formatKind(item)}. ${formatUsage(item)}`}
                    controls={
                      <Button
                        size="sm"
                        variant="default"
                        aria-label={`Add ${isolate(item.title)} to week ${week.number}`}
                        loading={
                          isAdding &&
                          add.variables.body !== undefined &&
                          'mediaId' in add.variables.body &&
                          add.variables.body.mediaId === item.id
                        }
                        onClick={() => take(item)}
                      >
                        Add
                      </Button>
                    }
                  />
                ))}
              </Rows>
            )}
            {total > 0 && <Pagination page={filter.page} limit={limit} total={total} label="The library" />}
          </>
        )}
      </QueryPart>
    </FormSection>
  )
}

export function MediaNewScreen() {
  const { course, week } = useWeek()
  const options = useQuery(useScreenPart(mediaOptionsQuery()))
  // If it is unknown, a link can still be pasted.
  return options.isPending ? <LoadingScreen /> : <MediaNew course={course} week={week} hasZoom={options.data?.zoom ?? false} />
}

type Props = { course: Course; week: Week; hasZoom: boolean }

/** The form's values, sent as a whole. */
function MediaByForm({ course, week, kind, choice, hasZoom }: Props & { kind: 'live' | 'link'; choice: React.ReactNode }) {
  const navigate = useNavigate()
  const { busy, track } = usePendingUploads()
  const form = useForm<MediaValues>({
    draft: `media:new:${week.id}`,
    initial: newMedia(course.timeZone, hasZoom),
    upgrade: joinDayAndTime,
    check: (values) => ({
      ...checkMedia(kind, values, hasZoom),
      ...toPendingErrors(busy),
    }),
  })
  const create = useCreateMedia({
    onSaved: ({ title }) => {
      form.saved(newMedia(course.timeZone, hasZoom))
      notify.success(`${isolate(title)} is in week ${week.number}`)
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
        {kind === 'live' && <LiveSessionFields form={form} hasZoom={hasZoom} weeks={course.weeks ?? []} />}
        <MediaNotes form={form} />
        <AttachmentsField
          value={form.values.attachments}
          onChange={(change) => form.change('attachments', change)}
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
  const requested = parseEnum(mediaKinds, search.get('kind'))
  const kind = requested === 'library' && !hasLibrary ? 'upload' : requested
  const choice = (
    <MediaKindChoice
      value={kind}
      hasLibrary={hasLibrary}
      onChange={(next) => change({ kind: next === 'upload' ? null : next, search: null, page: null }, { replace: true })}
    />
  )
  return (
    <PageOfCourse course={course} tab="weeks" title="Add media" weekId={week.id} kind="reading" meta={<span>{week.title}</span>}>
      {kind === 'upload' && <MediaUpload course={course} week={week} choice={choice} />}
      {kind === 'library' && <MediaFromLibrary course={course} week={week} choice={choice} />}
      {(kind === 'live' || kind === 'link') && <MediaByForm course={course} week={week} kind={kind} choice={choice} hasZoom={hasZoom} />}
    </PageOfCourse>
  )
}
