/** The demo's users, courses, weeks and items as rows. Pure; relative to now. */

import { randomUUIDv7 } from 'node:crypto'
import type { StoredQuestion } from '@lms/contract/assignments'
import { fromWallTime, toWallTime } from '@lms/contract/rules/wall-clock'
import type { assignments, submissions } from '#db/schema/assignments.ts'
import type { courses, memberships, weeks } from '#db/schema/courses.ts'
import type { media } from '#db/schema/media.ts'
import type { signupForms, signupFormVersions } from '#db/schema/signup-forms.ts'
import type { users } from '#db/schema/users.ts'
import { plans, type Item, type Plan } from '#db/seed/courses.ts'
import { staff, students, type Someone } from '#db/seed/people.ts'
import type { DemoVideos } from '#db/seed/videos.ts'
import { cleanField, cleanHtml } from '#services/html.ts'

export type Row<T extends { $inferInsert: unknown }> = T['$inferInsert'] & { id: string }
export interface Content {
  users: Row<typeof users>[]
  courses: Row<typeof courses>[]
  memberships: (typeof memberships.$inferInsert)[]
  weeks: Row<typeof weeks>[]
  media: Row<typeof media>[]
  assignments: (Row<typeof assignments> & { questions: StoredQuestion[] })[]
  forms: Row<typeof signupForms>[]
  formVersions: (typeof signupFormVersions.$inferInsert)[]
}
export type SubmissionRow = Row<typeof submissions>

const day = 86_400_000
const iso = (time: number) => new Date(time).toISOString()
const dayOf = (time: number) => iso(time).slice(0, 10)

/** What all rows are relative to: the time, the zone of the school, and the videos, null if they cannot be read. */
export interface Setting {
  now: Date
  zone: string
  videos: DemoVideos | null
}
/** Today in the zone, as 0:00 UTC: days are counted so, and become times by `at`. */
const today = ({ now, zone }: Setting) => Date.parse(toWallTime(now.getTime(), zone).slice(0, 10))
/** Monday of this week: 1 January 1970 was a Thursday. */
const monday = (setting: Setting) => today(setting) - ((today(setting) / day + 3) % 7) * day
/** A time on the wall of the zone. */
const at = (start: number, time: string, zone: string) => fromWallTime(`${dayOf(start)}T${time}`, zone)

const personRow = (one: Someone, setting: Setting, passwordHash: string): Row<typeof users> => ({
  id: randomUUIDv7(),
  name: one.name,
  email: one.email,
  role: one.role,
  status: one.status ?? 'ACTIVE',
  passwordHash: one.status === 'INVITED' ? null : passwordHash,
  isDemo: true,
  timeZone: setting.zone,
  createdAt: iso(monday(setting) - 60 * day),
  lastSeenAt: one.seen === undefined ? null : iso(setting.now.getTime() - one.seen * 60_000),
})

/** All users and courses. `passwordHash` is the same for all. */
export function contentRows(setting: Setting, passwordHash: string): Content {
  const content: Content = { users: [], courses: [], memberships: [], weeks: [], media: [], assignments: [], forms: [], formVersions: [] }
  content.users = [...staff, ...students].map((one) => personRow(one, setting, passwordHash))
  for (const plan of plans) addCourse(content, plan, setting)
  return content
}

function addCourse(content: Content, plan: Plan, setting: Setting): void {
  const { trainers, students: size, current, weeks, form, ...fields } = plan
  const start = monday(setting) - (current - 1) * 7 * day
  const idOf = (name: string) => content.users.find((user) => user.name === name)!.id
  const course = {
    id: randomUUIDv7(),
    ...cleanField(fields, 'description'),
    status: 'PUBLISHED' as const,
    startsOn: dayOf(start),
    endsOn: dayOf(start + weeks.length * 7 * day - day),
    timeZone: setting.zone,
    createdBy: idOf(trainers[0]!),
    createdAt: iso(start - 30 * day),
  }
  content.courses.push(course)
  if (form) {
    const row = { id: randomUUIDv7(), courseId: course.id, autoApprove: false }
    content.forms.push(row)
    const questions = form.map((question) => ({ id: randomUUIDv7(), ...question }))
    content.formVersions.push({ formId: row.id, version: 1, questions, createdBy: course.createdBy })
  }
  const member = (role: 'TRAINER' | 'STUDENT') => (name: string) => ({
    courseId: course.id,
    userId: idOf(name),
    role,
    createdAt: iso(start - 10 * day),
  })
  content.memberships.push(
    ...trainers.map(member('TRAINER')),
    ...students
      .slice(0, size)
      .map(({ name }) => name)
      .map(member('STUDENT')),
  )
  weeks.forEach(({ title, items }, index) =>
    addWeek(content, {
      course,
      title,
      items,
      index,
      isCurrent: index + 1 === current,
      isAhead: index > current,
      start: start + index * 7 * day,
      setting,
    }),
  )
}

interface WeekPlan {
  course: Row<typeof courses>
  title: string
  items: Item[]
  index: number
  isCurrent: boolean
  /** Weeks after the next one open when they begin; the last of these is not published yet. */
  isAhead: boolean
  start: number
  setting: Setting
}

function addWeek(content: Content, plan: WeekPlan): void {
  const { course, title, items, index, isAhead, start, setting } = plan
  const { now, zone } = setting
  const isDraft = items.some((item) => 'isDraft' in item)
  const week = {
    id: randomUUIDv7(),
    courseId: course.id,
    number: index + 1,
    title,
    startsOn: dayOf(start),
    unlockAt: isAhead ? iso(at(start, '00:00', zone)) : null,
    published: !isDraft,
  }
  content.weeks.push(week)
  items.forEach((item, position) => {
    const place = {
      id: randomUUIDv7(),
      courseId: course.id,
      weekId: week.id,
      title: item.title,
      createdBy: course.createdBy ?? null,
      // Future weeks are prepared already, the nearest first.
      createdAt: iso(Math.min(start - 5 * day, now.getTime() - day + index * 60_000)),
    }
    if (isWork(item)) content.assignments.push({ ...place, ...assignmentFields(item, plan) })
    else content.media.push({ ...place, position, ...mediaFields(item, plan) })
  })
}

type WorkItem = Extract<Item, { points: number }>
const isWork = (item: Item): item is WorkItem => 'points' in item

function mediaFields(item: Exclude<Item, WorkItem>, { start, setting: { now, zone, videos } }: WeekPlan) {
  if (item.type === 'RECORDED') {
    const video = videos?.[item.video]
    return {
      type: item.type,
      source: video?.key ?? null,
      durationSeconds: video?.seconds ?? null,
      thumbnail: video?.picture ?? null,
      captions: video ? [{ key: video.captions, language: 'en', label: 'English', default: false }] : [],
      notes: cleanHtml('<p>Watch with a pencil: the exercise of the week starts where the video ends.</p>'),
    }
  }
  // Started three minutes ago, whenever the demo starts.
  const startsAt = item.isNow ? Math.floor(now.getTime() / 60_000) * 60_000 - 3 * 60_000 : at(start + item.day * day, item.time, zone)
  return {
    type: item.type,
    startsAt: iso(startsAt),
    durationMinutes: item.minutes,
    timeZone: zone,
    joinUrl: 'https://meet.harbour.example/j/481516',
    startUrl: 'https://meet.harbour.example/s/481516',
    meetingId: '481 516 2342',
    passcode: 'tide',
  }
}

function assignmentFields(item: WorkItem, { start, setting }: WeekPlan) {
  const dueOn = (item.fromToday ? today(setting) : start) + item.day * day
  const endOf = (date: number) => iso(at(date, '23:59', setting.zone))
  const isQuiz = item.type === 'QUIZ'
  return {
    instructions: cleanHtml(
      isQuiz
        ? '<p>Choose the best answer. The quiz is graded automatically.</p>'
        : '<p>Half a page is enough. Name your sources, and what you could not check.</p>',
    ),
    questions: isQuiz ? quizQuestions(item.points) : workQuestions(item.points),
    maxMarks: item.points,
    status: item.isDraft ? ('DRAFT' as const) : ('PUBLISHED' as const),
    dueAt: endOf(dueOn),
    closesAt: item.closesAfter === undefined ? null : endOf(dueOn + item.closesAfter * day),
    latePolicy: isQuiz ? { kind: 'FLAG' as const, percent: 0, floor: 0 } : { kind: 'PERCENT_PER_DAY' as const, percent: 5, floor: 50 },
    maxAttempts: isQuiz ? 2 : null,
  }
}

const question = (type: StoredQuestion['type'], prompt: string, points: number, more: Partial<StoredQuestion> = {}): StoredQuestion => ({
  id: randomUUIDv7(),
  type,
  prompt,
  points,
  required: true,
  options: [],
  answerKey: [],
  ...more,
})

const workQuestions = (points: number) => [
  question('TEXT', 'What did you find, and how do you know?', points * 0.6),
  question('TEXT', 'What could you not check?', points * 0.4),
  question('LINK', 'A link to your working file, if you like', 0, { required: false }),
]
const quizQuestions = (points: number) => [
  question('SINGLE_CHOICE', 'Which of these is a rate?', points / 2, {
    options: ['412 accidents', '412 accidents a year', '412 accidents a year for each 100,000 people'],
    answerKey: ['412 accidents a year for each 100,000 people'],
  }),
  question('MULTIPLE_CHOICE', 'What can make two rates impossible to compare?', points / 2, {
    options: ['Different age structure', 'Different definitions', 'Different colours in the chart'],
    answerKey: ['Different age structure', 'Different definitions'],
  }),
]
