/** Edit course: the same form, who teaches and who may come, and its end. */
import type { Course } from '@lms/contract/courses'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { useForm } from '#lib/form.ts'
import { paths } from '#lib/paths.ts'
import { CourseAccess, CourseBasics, CourseDates, CourseStatusChoice } from './course-form.tsx'
import { checkCourse, toCreateCourseInput, type CourseValues, toCourseFormValues } from './course-values.ts'
import { DeleteCourseForm } from './delete-course-form.tsx'
import { courseQuery, useUpdateCourse } from './api.ts'
import { ImageField } from '#features/files/index.ts'
import { TrainersField } from '#features/users/index.ts'
import { CourseCover } from '#ui/course-cover.tsx'
import { DangerAction, DangerZone } from '#ui/danger-zone.tsx'
import { FormPage } from '#ui/form-page.tsx'
import { FormSection } from '#ui/form-section.tsx'
import { LoadingScreen } from '#ui/loading-screen.tsx'
import { Page } from '#ui/page.tsx'
import { ErrorPage } from '#ui/error-page.tsx'
import { notify } from '#ui/toasts.tsx'

const courses = { label: 'Courses', to: paths.courses.to() }

export function CourseEditScreen() {
  const { courseId = '' } = useParams()
  const { data: course, error, refetch, isFetching } = useQuery(courseQuery({ params: { id: courseId } }))
  if (course) return <CourseEdit course={course} />
  return error ? (
    <ErrorPage error={error} what="course" onRetry={() => void refetch()} isRetrying={isFetching} to={courses.to} toLabel="Go to Courses" />
  ) : (
    <LoadingScreen />
  )
}

function CourseEdit({ course }: { course: Course }) {
  const form = useForm<CourseValues>({ draft: `course:${course.id}`, initial: toCourseFormValues(course), check: checkCourse })
  const update = useUpdateCourse()
  const { values, set, error: fault } = form
  const send = (): void =>
    update.mutate(
      { params: { id: course.id }, body: toCreateCourseInput(values) },
      {
        onSuccess: (saved) => {
          form.saved(values, toCourseFormValues(saved))
          notify.success(`${saved.title} is saved`)
        },
        onError: form.fail,
      },
    )
  return (
    <Page
      title="Edit course"
      kind="reading"
      crumbs={[courses, { label: course.title, to: paths.course.to({ courseId: course.id }) }, { label: 'Edit' }]}
    >
      <FormPage
        form={form}
        onSubmit={form.submit(send)}
        submitLabel="Save changes"
        isPending={update.isPending}
        hasActions={form.isChanged}
        isSticky
        state={form.changes === 1 ? '1 change' : `${form.changes} changes`}
      >
        <CourseBasics form={form} />
        <CourseDates form={form} hasWeeks={false} />
        <CourseAccess
          form={form}
          trainers={
            <TrainersField
              value={values.trainerIds}
              known={course.trainers}
              error={fault('trainerIds')}
              onChange={(ids) => set('trainerIds', ids)}
            />
          }
        />
        <FormSection>
          <ImageField
            id="coverImage"
            label="Cover"
            hasImage={values.coverImage !== null}
            longest={1280}
            error={fault('coverImage')}
            renderPreview={(chosen) => (
              <CourseCover
                id={course.id}
                title={values.title}
                src={chosen ?? (values.coverImage ? course.coverImageUrl : null)}
                width={60}
                height={74}
              />
            )}
            onChange={(key) => set('coverImage', key)}
          />
        </FormSection>
        <CourseStatusChoice form={form} isNew={false} />
      </FormPage>
      <DeleteCourse course={course} />
    </Page>
  )
}

function DeleteCourse({ course }: { course: Course }) {
  const navigate = useNavigate()
  const [isAsked, setAsked] = useState(false)
  return (
    <DangerZone>
      <DangerAction
        title="Delete this course"
        text="It can be restored for 30 days. Archiving keeps everything and only stops new students."
        action={
          <Button variant="default" c="var(--c-bad)" onClick={() => setAsked(true)}>
            Delete the course
          </Button>
        }
      />
      {isAsked && <DeleteCourseForm course={course} onClose={() => setAsked(false)} onDeleted={() => void navigate(courses.to)} />}
    </DangerZone>
  )
}
