/** For each call with a search: one row whose searched text can be written, and whether a search finds it. */

import { eq } from 'drizzle-orm'
import { courses, weeks } from '#db/schema/courses.ts'
import { comments, discussions } from '#db/schema/discussions.ts'
import { media } from '#db/schema/media.ts'
import { signupForms, signupFormVersions, signupResponses } from '#db/schema/signup-forms.ts'
import { users } from '#db/schema/users.ts'
import { cleanPost } from '#services/html.ts'
import type { As, TestApp } from '#test/app.ts'

export interface SearchedList {
  write: (text: string) => Promise<unknown>
  find: (search: string) => Promise<boolean>
}

const nameOf = (test: TestApp, id: string) => (name: string) => test.database.db.update(users).set({ name }).where(eq(users.id, id))

/** A student who has sent a sign-up form, with an email that no search of the cases finds. */
async function openClass(test: TestApp) {
  const { assignment, course, trainer } = await test.given.assignment()
  const student = await test.given.user({ name: 'Nobody', email: `q${Math.random().toString().slice(2)}@example.org` })
  await test.given.member(course.id, student)
  const { db } = test.database
  const [form] = await db.insert(signupForms).values({ courseId: course.id }).returning({ id: signupForms.id })
  await db.insert(signupFormVersions).values({ formId: form!.id, version: 1, questions: [] })
  const sent = { version: 1, answers: [] as [], status: 'PENDING', sentAt: '2026-11-10T10:00:00Z' } as const
  await db.insert(signupResponses).values({ formId: form!.id, userId: student.id, ...sent })
  return { as: await test.as(trainer), params: { courseId: course.id }, assignment, student }
}

/** A call that returns students, as JSON or as a file. */
const ofStudents =
  (ask: (as: As, params: { courseId: string; assignmentId: string }, search: string) => Promise<object>) =>
  async (test: TestApp): Promise<SearchedList> => {
    const { as, params, assignment, student } = await openClass(test)
    const read = async (search: string): Promise<string> => {
      const reply = await ask(as, { ...params, assignmentId: assignment.id }, search)
      return 'text' in reply ? (reply as Response).text() : JSON.stringify(reply)
    }
    return { write: nameOf(test, student.id), find: async (search) => /q\d+@example/.test(await read(search)) }
  }

const hasItem = (id: string, { items }: { items: { id: string }[] }): boolean => items.some((item) => item.id === id)

/** Words in turn in the title, in the text and in a comment of a discussion. */
async function openSearchedDiscussion(test: TestApp) {
  const { course, student } = await test.given.course()
  const { db } = test.database
  const { discussion } = await test.given.discussion({
    courseId: course.id,
    authorId: student.id,
    title: 'Title',
    content: '<p>Text</p>',
  })
  const post = { discussionId: discussion.id, authorId: student.id, content: cleanPost('<p>Comment</p>') }
  const [comment] = await db.insert(comments).values(post).returning({ id: comments.id })
  let turn = 0
  const write = async (words: string) => {
    const html = `<p><strong>${words.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</strong></p>`
    const at = turn++ % 3
    const first = { title: at === 0 ? words : 'Title', content: cleanPost(at === 1 ? html : '<p>Text</p>') }
    await db.update(discussions).set(first).where(eq(discussions.id, discussion.id))
    await db
      .update(comments)
      .set({ content: cleanPost(at === 2 ? html : '<p>Comment</p>') })
      .where(eq(comments.id, comment!.id))
  }
  return { params: { courseId: course.id }, id: discussion.id, me: await test.as(student), write }
}

export const searchedLists: Record<string, (test: TestApp) => Promise<SearchedList>> = {
  'users.listCourseStudents': ofStudents((as, { courseId }, search) =>
    as.users.listCourseStudents({ params: { courseId }, query: { search } }),
  ),
  'courses.listCourseProgress': ofStudents((as, { courseId }, search) => as.courses.listCourseProgress({ query: { courseId, search } })),
  'courses.exportCourseProgress': ofStudents((as, { courseId }, search) =>
    as.courses.exportCourseProgress({ params: { id: courseId }, query: { search } }),
  ),
  'submissions.listSubmissions': ofStudents((as, params, search) => as.submissions.listSubmissions({ params, query: { search } })),
  'marks.getGradebook': ofStudents((as, { courseId }, search) => as.marks.getGradebook({ params: { courseId }, query: { search } })),
  'marks.exportMarks': ofStudents((as, { courseId }, search) => as.marks.exportMarks({ params: { courseId }, query: { search } })),
  'signupResponses.listResponses': ofStudents((as, { courseId }, search) =>
    as.signupResponses.listResponses({ params: { courseId }, query: { search } }),
  ),
  'signupResponses.exportResponses': ofStudents((as, { courseId }, search) =>
    as.signupResponses.exportResponses({ params: { courseId }, query: { search } }),
  ),

  /** People whose names are not shown are only counted. */
  'courseEmails.previewAudience': ofStudents((as, { courseId }, search) =>
    as.courseEmails.previewAudience({ params: { courseId }, body: { sendTo: 'STUDENTS', search } }),
  ),

  'users.listUsers': async (test) => {
    const { id } = await test.given.user({ email: 'q1@example.org' })
    const me = await test.as('ADMIN')
    return { write: nameOf(test, id), find: async (search) => hasItem(id, await me.users.listUsers({ query: { search, limit: 100 } })) }
  },

  'discussions.searchMembers': async (test) => {
    const { as, params, student } = await openClass(test)
    const find = async (name: string) =>
      (await as.discussions.searchMembers({ params, query: { name } })).members.some(({ id }) => id === student.id)
    return { write: nameOf(test, student.id), find }
  },

  'courses.listCourses': async (test) => {
    const { course } = await test.given.course()
    const { id } = (await test.given.week({ courseId: course.id })).week
    const me = await test.as('ADMIN')
    return {
      write: (title) => test.database.db.update(weeks).set({ title }).where(eq(weeks.id, id)),
      find: async (search) => hasItem(course.id, await me.courses.listCourses({ query: { search, limit: 100 } })),
    }
  },

  'courses.listMyCourses': async (test) => {
    const { course, trainer } = await test.given.course()
    const me = await test.as(trainer)
    return {
      write: (title) => test.database.db.update(courses).set({ title }).where(eq(courses.id, course.id)),
      find: async (search) => hasItem(course.id, await me.courses.listMyCourses({ query: { search } })),
    }
  },

  /** Without what may be meant by mistyped words, which the cases of the rule do not find. */
  'search.searchAll': async (test) => {
    const { course } = await test.given.course()
    const me = await test.as('ADMIN')
    return {
      write: (title) => test.database.db.update(courses).set({ title }).where(eq(courses.id, course.id)),
      find: async (q) => hasItem(course.id, (await me.search.searchAll({ query: { q, exact: 'true' } })).courses),
    }
  },

  'media.listMedia': async (test) => {
    const { id } = (await test.given.recorded()).media
    const me = await test.as('ADMIN')
    return {
      write: (title) => test.database.db.update(media).set({ title }).where(eq(media.id, id)),
      find: async (search) => hasItem(id, await me.media.listMedia({ query: { search, limit: 100 } })),
    }
  },

  'discussions.listDiscussions': async (test) => {
    const { params, id, me, write } = await openSearchedDiscussion(test)
    return { write, find: async (search) => hasItem(id, await me.discussions.listDiscussions({ params, query: { search } })) }
  },

  'myDiscussions.listMyDiscussions': async (test) => {
    const { id, me, write } = await openSearchedDiscussion(test)
    return { write, find: async (search) => hasItem(id, await me.myDiscussions.listMyDiscussions({ query: { search } })) }
  },
}
