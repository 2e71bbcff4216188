/** Every list that keeps the rows of the former filter while the next ones are loaded: nothing can be done with them. */

import { screen, waitFor } from '@testing-library/react'
import type { ReactElement } from 'react'
import { Route, Routes } from 'react-router'
import { describe, expect, test, vi } from 'vitest'
import { paths } from '#lib/paths.ts'
import type { SessionUser } from '#lib/session.ts'
import { MyAssignmentListScreen } from '#features/assignments/my-assignment-list-screen.tsx'
import { CourseListScreen } from '#features/courses/course-list-screen.tsx'
import { PeopleScreen } from '#features/courses/people/people-screen.tsx'
import { DiscussionListScreen } from '#features/discussions/discussion-list-screen.tsx'
import { MarksScreen } from '#features/marks/marks-screen.tsx'
import { MediaLibraryScreen } from '#features/media/media-library-screen.tsx'
import { ResponsesScreen } from '#features/sign-up-forms/responses-screen.tsx'
import { SubmissionList } from '#features/submissions/submission-list.tsx'
import { UserListScreen } from '#features/users/user-list-screen.tsx'
import { classOf, studentRow } from '#test/class-progress.ts'
import { courseCalled } from '#test/courses.ts'
import { fakeApi, type Fakes, signInAs } from '#test/fake-api.ts'
import {
  discussionsWith,
  courseId,
  idOf,
  makeAssignment,
  makeCourse,
  makeDiscussion,
  makeRosterRow,
  noCounts,
  noWork,
  pageWith,
  weekId,
} from '#test/fixtures.ts'
import { cell, columnOf } from '#test/gradebook.ts'
import { cleaning } from '#test/media-library.tsx'
import { listedUser } from '#test/people.ts'
import { renderAt, ScreenWithData } from '#test/render.tsx'
import { form, responseOf } from '#test/responses-page.tsx'

type List = {
  role: SessionUser['role']
  element: ReactElement
  pattern?: string
  at?: string
  /** The query of another filter. */
  next: string
  reads?: Fakes
  /** The call, and a reply with a row that shows `name`. */
  call: [domain: string, name: string]
  reply: object
  name: string | RegExp
}

const book = { missingCounts: 'CLOSED', showMedians: false, page: 1, limit: 50, total: 1 } as const
const assignmentRow = {
  id: idOf(50),
  title: 'Essay',
  status: 'PUBLISHED',
  dueAt: null,
  closesAt: null,
  maxMarks: 20,
  courseId,
  courseTitle: 'Data Journalism',
  weekId,
  weekNumber: 1,
  isArchived: false,
  deletedAt: null,
  work: noWork,
  counts: null,
}
const inCourse = { getCourse: async () => makeCourse('TRAINER') }
const noCourses = { listCourses: async () => pageWith([]), listMyCourses: async () => pageWith([]) }

const lists: Record<string, List> = {
  submissions: {
    role: 'TRAINER',
    element: <SubmissionList assignment={makeAssignment()} />,
    next: '?tab=missing',
    reads: { courses: inCourse, grading: { getHiddenNames: async () => ({ isHidden: false }) } },
    call: ['submissions', 'listSubmissions'],
    reply: { ...pageWith([makeRosterRow(20, 'Omar Haddad')]), counts: noCounts, held: 0 },
    name: 'Omar Haddad',
  },
  users: {
    role: 'ADMIN',
    element: <UserListScreen />,
    at: '/users?page=1&role=all&course=all',
    next: '?page=1&role=ADMIN&course=all',
    reads: { courses: noCourses },
    call: ['users', 'listUsers'],
    reply: pageWith([listedUser({ name: 'Omar Haddad' })]),
    name: 'Omar Haddad',
  },
  people: {
    role: 'TRAINER',
    element: <ScreenWithData of={PeopleScreen} />,
    pattern: paths.people.pattern,
    at: paths.people.to({ courseId }),
    next: '?missing=true',
    reads: { courses: inCourse },
    call: ['courses', 'listCourseProgress'],
    reply: classOf([studentRow(20, 'Omar Haddad')]),
    name: 'Omar Haddad',
  },
  discussions: {
    role: 'USER',
    element: <ScreenWithData of={DiscussionListScreen} />,
    pattern: paths.discussions.pattern,
    at: paths.discussions.to({ courseId }),
    next: '?filter=unread',
    reads: {
      courses: { getCourse: async () => makeCourse('STUDENT') },
      discussions: { countDiscussions: async () => ({ all: 1, unanswered: 0, unread: 0, mine: 0, oldestUnansweredAt: null }) },
    },
    call: ['discussions', 'listDiscussions'],
    reply: discussionsWith([{ ...makeDiscussion(), title: 'Which deflator?', match: null }]),
    name: 'Which deflator?',
  },
  gradebook: {
    role: 'TRAINER',
    element: <ScreenWithData of={MarksScreen} />,
    pattern: paths.marks.pattern,
    at: paths.marks.to({ courseId }),
    next: '?state=missing',
    reads: {
      courses: inCourse,
      marks: {
        getMarksSummary: async () => ({ students: 1, toGrade: 0, missing: 1, oldest: null, medianTotal: null, assignments: [] }),
      },
    },
    call: ['marks', 'getGradebook'],
    reply: {
      ...book,
      columns: [columnOf(50, 'Essay')],
      items: [
        { student: { id: idOf(60), name: 'Omar Haddad', profileImageUrl: null, email: 'o@x.example' }, total: null, cells: [cell()] },
      ],
    },
    name: 'Omar Haddad',
  },
  responses: {
    role: 'TRAINER',
    element: <ScreenWithData of={ResponsesScreen} />,
    pattern: paths.signUpResponses.pattern,
    at: paths.signUpResponses.to({ courseId }),
    next: '?tab=APPROVED',
    reads: {
      courses: { getCourse: async () => makeCourse('TRAINER', { enrolment: 'FORM' }) },
      signupForms: { getForm: async () => form },
      signupResponses: { summarizeResponses: async () => ({ total: 1, questions: [] }) },
    },
    call: ['signupResponses', 'listResponses'],
    reply: {
      ...pageWith([responseOf(0)], 50),
      counts: { review: 1, enrolled: 1, waitlisted: 0, declined: 0, left: 0, withdrawn: 0, all: 2 },
      versions: [{ version: 1, questions: form.questions }],
      seats: { taken: 0, total: null },
    },
    name: 'Person 0',
  },
  catalogue: {
    role: 'USER',
    element: <CourseListScreen />,
    next: '?mode=LIVE',
    call: ['courses', 'listCourses'],
    reply: pageWith([courseCalled('Bread')]),
    name: 'Bread',
  },
  'all media': {
    role: 'ADMIN',
    element: <MediaLibraryScreen />,
    next: '?captions=missing',
    reads: { courses: noCourses },
    call: ['media', 'listMedia'],
    reply: { ...pageWith([cleaning], 24), storageUsed: 0 },
    name: 'Cleaning a dataset',
  },
  'own assignments': {
    role: 'USER',
    element: <MyAssignmentListScreen />,
    next: `?course=${courseId}`,
    reads: {
      courses: { ...noCourses, getCourse: async () => makeCourse('STUDENT') },
      assignments: { countMyAssignments: async () => ({ groups: [{ group: 'OVERDUE', count: 100 }], dueSoon: 0, toGrade: 0 }) },
    },
    call: ['assignments', 'listMyAssignments'],
    reply: pageWith([assignmentRow], 100),
    name: 'Essay',
  },
}

const { matchMedia } = window

for (const [title, list] of Object.entries(lists)) {
  describe(`list of ${title}`, () => {
    test.each(['min-width', 'max-width'])('rows of the former filter do nothing (%s)', async (width) => {
      vi.spyOn(window, 'matchMedia').mockImplementation((query) => ({ ...matchMedia(query), matches: query.includes(width) }))
      signInAs(list.role)
      const second = Promise.withResolvers<object>()
      const [domain, name] = list.call
      let calls = 0
      const reads = list.reads as Record<string, object> | undefined
      const answer = (): Promise<object> => (calls++ === 0 ? Promise.resolve(list.reply) : second.promise)
      fakeApi({ ...reads, [domain]: { ...reads?.[domain], [name]: answer } })
      const element = list.pattern ? (
        <Routes>
          <Route path={list.pattern} element={list.element} />
        </Routes>
      ) : (
        list.element
      )
      const { router } = renderAt(element, list.at ?? '/')
      await screen.findAllByText(list.name)
      const boxes = (): Element[] => screen.getAllByText(list.name).flatMap((one) => one.closest('li, tbody') ?? [])
      expect(boxes().length).toBeGreaterThan(0)
      for (const box of boxes()) expect(box.closest('[inert]')).toBeNull()
      await router.navigate(list.next)
      await waitFor(() => expect(document.querySelector('[inert]')).not.toBeNull())
      for (const box of boxes()) expect(box.closest('[inert][aria-busy=true]')).not.toBeNull()
      // What selects all rows is above them.
      for (const all of screen.queryAllByRole<HTMLInputElement>('checkbox', { name: 'All on this page' })) expect(all.disabled).toBe(true)
      second.resolve(list.reply)
      await waitFor(() => expect(document.querySelector('[inert]')).toBeNull())
    })
  })
}

const sources = import.meta.glob<string>(['../features/**/*.{ts,tsx}', '!../features/**/*.test.*'], {
  eager: true,
  query: '?raw',
  import: 'default',
})

/** Kept results in which nothing is acted on: figures, histories, answers to read; and options, which are chosen by what they say. */
const noLists = [
  'assignments/change-list.tsx',
  'attendance/attendance-home.tsx',
  'attendance/record-history.tsx',
  'courses/course-picker.tsx',
  'emails/use-audience.ts',
  'search/use-results.ts',
  'submissions/earlier-attempts.tsx',
  'submissions/grading-form.tsx',
  'users/people-field.tsx',
]
/** The rows of a hook are in the file of its screen. */
const screens: Record<string, string> = {
  'courses/people/use-people.ts': 'courses/people/people-screen.tsx',
  'marks/use-gradebook.ts': 'marks/gradebook.tsx',
  'sign-up-forms/response-table.tsx': 'sign-up-forms/responses-in-tab.tsx',
}

test('there is no list that keeps its rows without saying so', () => {
  const name = (path: string): string => path.replace('../features/', '')
  const keeping = Object.entries(sources).flatMap(([path, text]) => (/placeholderData: keepPreviousData/.test(text) ? [name(path)] : []))
  const wrong = keeping.filter((path) => !/<(FormerRows|QueryPart)\b/.test(sources[`../features/${screens[path] ?? path}`]!))
  expect(keeping.length).toBeGreaterThan(15)
  expect(wrong.toSorted()).toEqual(noLists)
})
