/** Edit course: the course form, trainers, enrolment, and archiving or deleting. */

import { Button, Flex, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import type { Course } from '@lms/contract/courses'
import { restorableDays } from '@lms/contract/rules/deletion'
import { isolate } from '@lms/contract/rules/direction'
import { type Seen, type StaleEdit, useEditForm } from '#lib/edit-form.ts'
import { useForm } from '#lib/form.ts'
import { useCoursesBreadcrumb } from '#lib/navigation.ts'
import { pluralize } from '#lib/pluralize.ts'
import { useScreenQuery } from '#lib/screen-queries.ts'
import { serverNow } from '#lib/server-clock.ts'
import { isEqual } from '#lib/stored-drafts.ts'
import { Dialog } from '#ui/dialog.tsx'
import { DangerAction, DangerZone, FormPage, FormSection } from '#ui/form-page.tsx'
import { StaleEditChoice } from '#ui/stale-edit.tsx'
import { notify } from '#ui/toasts.tsx'
import { ImageField } from '#features/files/image-field.tsx'
import { hasSessionsAhead } from '#features/live-sessions/live-session.ts'
import { TrainersField, useStaff } from '#features/users/people-field.tsx'
import { useRemoveCourse, useRestoreCourse, useUpdateCourse, courseQuery } from './api.ts'
import { CourseCover } from './course-cover.tsx'
import {
  checkCourse,
  CourseAccess,
  CourseBasics,
  CourseDates,
  CourseStatusChoice,
  type CourseValues,
  toCourseFormValues,
  toCreateCourseInput,
} from './course-form.tsx'
import { PageOfCourse } from './page-of-course.tsx'
import { shownFields } from './shown-fields.ts'
import classes from './course-edit-screen.module.css'

/** People type a title as they read it: case and spaces do not matter. */
const normalizeTitle = (text: string): string => text.trim().replaceAll(/\s+/g, ' ').toLocaleLowerCase()

type Props = { course: Course; onClose: () => void; onDeleted: () => void }

/** Deleting a course: its title must be typed, because everything in it is deleted with it. */
function DeleteCourseForm({ course, onClose, onDeleted }: Props) {
  const form = useForm({
    draft: null,
    initial: { typed: '' },
    check: ({ typed }) => (normalizeTitle(typed) === normalizeTitle(course.title) ? {} : { typed: 'This is not the title of the course' }),
  })
  const remove = useRemoveCourse()
  const restore = useRestoreCourse()
  const items = course.weeks ?? []
  const parts = [
    pluralize(course.weekCount, 'week'),
    pluralize(items.flatMap((week) => week.media).length, 'recording or session', 'recordings and sessions'),
    pluralize(items.flatMap((week) => week.assignments).length, 'assignment'),
  ].filter((part) => !part.startsWith('0 '))
  const isMailed = course.status === 'PUBLISHED' && hasSessionsAhead(items, serverNow())
  const undo = (): void =>
    void restore
      .mutateAsync({ params: { id: course.id } })
      .then(() =>
        notify.success(`${isolate(course.title)} is restored${isMailed ? '. Tell the students that its live sessions take place' : ''}`),
      )
      .catch(() => {})
  const confirm = form.submit(() =>
    remove.mutate(
      { params: { id: course.id } },
      {
        onSuccess: () => {
          notify.success(`${isolate(course.title)} is deleted`, { link: { label: 'Undo', onClick: undo } })
          onDeleted()
        },
      },
    ),
  )
  return (
    <Dialog isOpen onClose={onClose} title={`Delete ${isolate(course.title)}?`}>
      <Flex component="form" direction="column" noValidate gap={16} onSubmit={confirm}>
        <p>
          {parts.length > 0 && `Deleted with it: ${parts.join(', ')}. `}
          {course.studentCount > 0 && `${pluralize(course.studentCount, 'student')} can no longer open it. `}
          {isMailed && 'Everybody in it gets an email that its live sessions are cancelled. '}
          You can restore it for {restorableDays} days. After that, students can still read what they submitted.
        </p>
        <TextInput
          label="Type the title of the course"
          description={course.title}
          autoComplete="off"
          data-autofocus
          {...form.inputProps('typed')}
        />
        <div className={classes.foot}>
          <Button variant="default" onClick={onClose}>
            Keep the course
          </Button>
          <Button type="submit" color="red" loading={remove.isPending}>
            Delete the course
          </Button>
        </div>
      </Flex>
    </Dialog>
  )
}

export function CourseEditScreen() {
  const { courseId = '' } = useParams()
  return <CourseEdit course={useScreenQuery(courseQuery({ params: { id: courseId } })).data} />
}

function useCourseForm(course: Course) {
  const form = useEditForm({ draft: `course:${course.id}`, record: course, toValues: toCourseFormValues, check: checkCourse })
  // Also if the page was left before the response.
  const { mutate, isPending } = useUpdateCourse({ onSaved: (saved) => void form.saved(saved) })
  const send = (sent: CourseValues, { values: seen, version }: Seen<CourseValues>): void => {
    const { trainerIds, ...fields } = toCreateCourseInput(sent)
    mutate(
      {
        params: { id: course.id },
        body: {
          ...fields,
          // Trainers come and go without an edit of the course.
          ...(!isEqual(sent.trainerIds, seen.trainerIds) && { trainerIds }),
          ...(sent.enrolment !== course.enrolment && { waiting: sent.waiting }),
          ...(sent.timeZone !== course.timeZone && { keepTimes: sent.keepTimes }),
          version,
        },
      },
      { onSuccess: (saved) => void notify.success(`${isolate(saved.title)} is saved`), onError: form.fail },
    )
  }
  return { form, send, isPending }
}

function StaleCourse({ course, stale }: { course: Course; stale: StaleEdit<CourseValues> }) {
  const { seen, theirs, mine } = stale
  const people = useStaff([...seen.trainerIds, ...theirs.trainerIds, ...mine.trainerIds], course.trainers)
  return <StaleEditChoice stale={stale} what="course" fields={shownFields(seen, (id) => people.get(id)?.name ?? 'Loading')} />
}

function CourseEdit({ course }: { course: Course }) {
  const { form, send, isPending } = useCourseForm(course)
  const { values, set, error } = form
  return (
    <PageOfCourse course={course} title="Edit course" kind="reading">
      {form.stale ? (
        <StaleCourse key={form.stale.version} course={course} stale={form.stale} />
      ) : (
        <>
          <FormPage
            form={form}
            onSubmit={form.submit(send)}
            submitLabel="Save changes"
            isPending={isPending}
            hasActions={form.isChanged}
            isSticky
            state={form.changes === 1 ? '1 change' : `${form.changes} changes`}
          >
            <CourseBasics form={form} />
            <CourseDates form={form} before={course} />
            <CourseAccess
              form={form}
              before={course}
              trainers={
                <TrainersField
                  value={values.trainerIds}
                  known={course.trainers}
                  error={error('trainerIds')}
                  onChange={(ids) => set('trainerIds', ids)}
                />
              }
            />
            <FormSection>
              <ImageField
                id="coverImage"
                label="Cover"
                hasImage={values.coverImage !== null}
                unsaved={values.coverImage === course.coverImage ? null : values.coverImage}
                longest={1280}
                error={error('coverImage')}
                renderPreview={(chosen) => (
                  <CourseCover
                    id={course.id}
                    title={values.title}
                    src={chosen ?? (values.coverImage === course.coverImage ? course.coverImageUrl : null)}
                    width={60}
                    height={74}
                  />
                )}
                onChange={(key) => set('coverImage', key)}
              />
            </FormSection>
            <CourseStatusChoice form={form} />
          </FormPage>
          <DeleteCourse course={course} />
        </>
      )}
    </PageOfCourse>
  )
}

function DeleteCourse({ course }: { course: Course }) {
  const navigate = useNavigate()
  const root = useCoursesBreadcrumb()
  const [isConfirming, setConfirming] = useState(false)
  return (
    <DangerZone>
      <DangerAction
        title="Delete this course"
        text="It can be restored for 30 days. Archiving keeps everything and only stops new students."
        action={
          <Button variant="default" c="var(--c-bad)" onClick={() => setConfirming(true)}>
            Delete the course
          </Button>
        }
      />
      {isConfirming && <DeleteCourseForm course={course} onClose={() => setConfirming(false)} onDeleted={() => void navigate(root.to)} />}
    </DangerZone>
  )
}
