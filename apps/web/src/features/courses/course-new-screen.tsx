/** New course: one page, then the course itself. */

import { useNavigate } from 'react-router'
import { useForm } from '#lib/form.ts'
import { useCoursesBreadcrumb } from '#lib/navigation.ts'
import { paths } from '#lib/paths.ts'
import { useCan } from '#lib/session.ts'
import { FormPage, FormSection } from '#ui/form-page.tsx'
import { Page, useAutoFocus } from '#ui/page.tsx'
import { notify } from '#ui/toasts.tsx'
import { ImageField } from '#features/files/image-field.tsx'
import { TrainersField } from '#features/users/people-field.tsx'
import { useCreateCourse } from './api.ts'
import { CourseCover } from './course-cover.tsx'
import {
  checkCourse,
  CourseAccess,
  CourseBasics,
  CourseDates,
  CourseStatusChoice,
  type CourseValues,
  newCourse,
  toCreateCourseInput,
} from './course-form.tsx'

const initial = newCourse()

export function CourseNewScreen() {
  const navigate = useNavigate()
  const root = useCoursesBreadcrumb()
  const may = useCan()
  const form = useForm<CourseValues>({ draft: 'course:new', initial, check: checkCourse })
  const create = useCreateCourse({ onSaved: () => void form.saved() })
  useAutoFocus('title')
  const { values, set, error } = form
  const send = (): void =>
    create.mutate(
      { body: { ...toCreateCourseInput(values), weekCount: Number(values.weekCount) } },
      {
        onSuccess: (course) => {
          notify.success(course.status === 'PUBLISHED' ? 'Course published' : 'Course created as a draft')
          void navigate(paths.course.to({ courseId: course.id }))
        },
        onError: form.fail,
      },
    )
  return (
    <Page title="New course" kind="reading" crumbs={[root, { label: 'New course' }]}>
      <FormPage
        form={form}
        onSubmit={form.submit(send)}
        submitLabel={values.status === 'PUBLISHED' ? 'Create and publish course' : 'Create course'}
        isPending={create.isPending}
      >
        <CourseBasics form={form} />
        <CourseDates form={form} hasWeeks />
        {may('user.list') ? (
          <CourseAccess
            form={form}
            trainers={<TrainersField value={values.trainerIds} error={error('trainerIds')} onChange={(ids) => set('trainerIds', ids)} />}
          />
        ) : (
          <CourseAccess form={form} trainers={<p>You teach this course. An admin can add more trainers.</p>} />
        )}
        <FormSection>
          <ImageField
            id="coverImage"
            label="Cover"
            help="A picture for the list of courses. Without one, the course gets a cover in its own colour."
            hasImage={values.coverImage !== null}
            unsaved={values.coverImage}
            longest={1280}
            error={error('coverImage')}
            renderPreview={(chosen) => (
              <CourseCover id={values.title || 'new'} title={values.title || 'Course'} src={chosen} width={60} height={74} />
            )}
            onChange={(key) => set('coverImage', key)}
          />
        </FormSection>
        <CourseStatusChoice form={form} isNew />
      </FormPage>
    </Page>
  )
}
