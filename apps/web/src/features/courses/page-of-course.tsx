/** The frame of every page of a course: its cover, breadcrumb and title, and one row of tabs that lead to the others. */

import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, lazy, Suspense } from 'react'
import type { Course } from '@lms/contract/courses'
import { useCoursesBreadcrumb } from '#lib/navigation.ts'
import { paths } from '#lib/paths.ts'
import { pluralize } from '#lib/pluralize.ts'
import { useCan } from '#lib/session.ts'
import { NavTabs } from '#ui/nav-tabs.tsx'
import { type Crumb, Page } from '#ui/page.tsx'
import { useIsPhone } from '#ui/use-breakpoint.ts'
import { courseCountsQuery } from './api.ts'
import { CourseCover } from './course-cover.tsx'

export type CourseTab = 'weeks' | 'people' | 'marks' | 'attendance' | 'discussion' | 'emails' | 'sign-up'

const SwitchCourse = lazy(async () => ({ default: (await import('./switch-course.tsx')).SwitchCourse }))

const none = { toGrade: 0, openRegisters: [], discussions: 0 }

/** What asks for something; nothing is drawn for 0. */
const asking = (count: number, words: string) => count > 0 && { count, asks: true, spoken: words }

/** The pages of a course that have a tab. */
const tabPaths: Record<CourseTab, (courseId: string, isStaff: boolean) => string> = {
  weeks: (courseId) => paths.course.to({ courseId }),
  people: (courseId) => paths.people.to({ courseId }),
  marks: (courseId) => paths.marks.to({ courseId }),
  attendance: (courseId) => paths.attendance.to({ course: courseId }),
  discussion: (courseId) => paths.discussions.to({ courseId }),
  emails: (courseId, isStaff) => (isStaff ? paths.courseEmails : paths.announcements).to({ courseId }),
  'sign-up': (courseId) => paths.signUpResponses.to({ courseId }),
}

/** Those that the reader may open. */
function useCourseTabs({ id: courseId, membership, studentCount, enrolment, signUps }: Course) {
  const may = useCan()
  const { data: counts = none } = useQuery(courseCountsQuery({ params: { id: courseId } }))
  const { toGrade, discussions } = counts
  const open = counts.openRegisters.length
  const isStaff = may('week.write', membership)
  const people = studentCount > 0 && { count: studentCount, spoken: pluralize(studentCount, 'student') }
  const waiting = signUps?.waiting ?? 0
  const hasSignUps = enrolment === 'FORM' || (signUps?.all ?? 0) > 0
  const tab = (key: CourseTab, label: string, count: object | false = false) => ({
    key,
    label,
    to: tabPaths[key](courseId, isStaff),
    ...count,
  })
  const tabs = [
    tab('weeks', 'Weeks'),
    may('user.roster', membership) && tab('people', 'People', people),
    tab('marks', 'Marks', asking(toGrade, `${toGrade} to grade`)),
    tab('attendance', 'Attendance', asking(open, pluralize(open, 'open register'))),
    tab('discussion', 'Discussion', asking(discussions, `${discussions} ${isStaff ? 'unanswered' : 'new'}`)),
    tab('emails', 'Emails'),
    hasSignUps && may('form.review', membership) && tab('sign-up', 'Sign-up', asking(waiting, `${waiting} waiting`)),
  ].filter((one) => one !== false)
  return { tabs, isStaff }
}

type Props = Omit<ComponentProps<typeof Page>, 'title' | 'cover' | 'tabs'> & {
  course: Course
  /** Missing on pages that change the course itself. */
  tab?: CourseTab
  /** Missing on the page of the course itself. */
  title?: string
  /** Of the page, if it is about a week or something in it. */
  weekId?: string
  /** Below the course and the week, without what the tab says. */
  crumbs?: readonly Crumb[]
}

export function PageOfCourse({ course, tab, title, weekId, crumbs = [], ...page }: Props) {
  const root = useCoursesBreadcrumb()
  const isPhone = useIsPhone()
  const { tabs, isStaff } = useCourseTabs(course)
  const { id: courseId } = course
  const ofCourse = {
    label: course.title,
    ...(title !== undefined && { to: paths.course.to({ courseId }) }),
    after: (
      <Suspense>
        <SwitchCourse course={course} tab={tab} toTab={tabPaths} isStaff={isStaff} />
      </Suspense>
    ),
  }
  const week = course.weeks?.find(({ id }) => id === weekId)
  const ofWeek = week ? [{ label: `Week ${week.number}`, to: paths.week.to({ courseId, weekId: week.id }) }] : []
  const size = isPhone ? { width: 44, height: 56 } : { width: 66, height: 82 }
  return (
    <Page
      {...page}
      title={title ?? course.title}
      crumbs={[root, ofCourse, ...ofWeek, ...crumbs]}
      cover={<CourseCover id={courseId} title={course.title} src={course.coverImageUrl} {...size} />}
      tabs={<NavTabs label="Pages of the course" tabs={tabs} current={tab ?? ''} />}
    />
  )
}
