/** What needs its reader now: the first page of each role in one call, and the numbers of one course. */

import { z } from 'zod'
import { Announcement } from '#announcements.ts'
import { AssignmentRow } from '#assignments.ts'
import { OpenRegister } from '#attendance-record.ts'
import { OwnSession, TaughtSession } from '#calendar.ts'
import { AtRiskReason } from '#course-progress.ts'
import { CourseCard, MyCourse } from '#courses.ts'
import { UnansweredQuestion } from '#discussions.ts'
import { MailTrouble } from '#mail.ts'
import { route } from '#route.ts'
import { WaitingCourse } from '#signup-responses.ts'
import { MySubmission } from '#submissions.ts'
import { DateTimeString, Id, Person } from '#values.ts'

/** The first of a list, and how many there are. */
const firstOf = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item), total: z.int() })

/** What a student does next. Times are a day more than a page shows, since each reader has days of their own. */
export const LearnerHome = z
  .object({
    /** Running courses, used last first, with what comes next and the progress of each week. */
    courses: firstOf(MyCourse),
    /** Whether there is any course, running or not. */
    hasCourses: z.boolean(),
    /** From yesterday to a week from now. */
    sessions: z.array(OwnSession.extend({ hasLink: z.boolean().meta({ description: 'Whether students have a link to join' }) })),
    /** Open work that is overdue, due within a week, or without a due time. */
    work: z.array(AssignmentRow),
    announcements: z.array(Announcement),
    /** Results of the last week, the newest first. */
    feedback: firstOf(MySubmission),
    /** Of all courses. */
    unreadDiscussions: z.int(),
  })
  .meta({ id: 'LearnerHome' })
export type LearnerHome = z.infer<typeof LearnerHome>

/** What waits for somebody who teaches: a trainer, or an admin who is a trainer of a course. */
export const TeacherHome = z
  .object({
    courses: firstOf(MyCourse),
    hasCourses: z.boolean(),
    /** Assignments whose work has waited longest, and the number of submissions in all. */
    toGrade: firstOf(AssignmentRow).extend({ submissions: z.int() }),
    /** From yesterday to tomorrow. */
    sessions: z.array(TaughtSession),
    /** The next one after these. */
    nextSession: OwnSession.nullable(),
    openRegisters: firstOf(OpenRegister),
    unanswered: firstOf(UnansweredQuestion),
    /** Students of running courses who are at risk, those with most reasons first. */
    atRisk: firstOf(z.object({ student: Person, courseId: Id, courseTitle: z.string(), reasons: z.array(AtRiskReason) })),
    /** Unfinished ones of the caller, the newest first. */
    uploads: firstOf(z.object({ key: z.string(), fileName: z.string().nullable(), size: z.int().nullable(), createdAt: DateTimeString })),
    signUps: firstOf(WaitingCourse),
  })
  .meta({ id: 'TeacherHome' })
export type TeacherHome = z.infer<typeof TeacherHome>

const CourseName = z.object({ id: Id, title: z.string(), startsOn: z.string().nullable() })

/** What an administrator should do something about, the worst first. */
export const Attention = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('MAIL'), delivery: z.enum(['SMTP', 'NONE']), trouble: MailTrouble.nullable() }),
    z.object({
      kind: z.literal('FAILED_EMAILS'),
      /** Of the last 30 days. */
      count: z.int(),
      newestAt: DateTimeString,
      /** Courses to which they were sent, the newest first. */
      courses: z.array(CourseName),
    }),
    z.object({ kind: z.literal('FAILED_INVITATIONS'), count: z.int(), people: z.array(z.object({ id: Id, name: z.string() })) }),
    z.object({ kind: z.literal('STORAGE'), usedShare: z.number(), freeBytes: z.number() }),
    z.object({ kind: z.literal('NO_TRAINER'), count: z.int(), courses: z.array(CourseName) }),
    z.object({
      kind: z.literal('UPLOADS'),
      count: z.int(),
      bytes: z.number(),
      owners: z.array(z.string()),
      oldestAt: DateTimeString,
    }),
    z.object({ kind: z.literal('SIGN_UPS'), waiting: z.int(), courses: z.array(CourseName) }),
    z.object({ kind: z.literal('OPEN_REGISTRATION') }),
  ])
  .meta({ id: 'Attention' })
export type Attention = z.infer<typeof Attention>

/** One week, from Monday 00:00 UTC. The current one is counted once an hour. */
export const WeekOfActivity = z
  .object({
    startsOn: z.string(),
    signedIn: z.int(),
    newPeople: z.int(),
    videos: z.int(),
    sessions: z.int(),
    submissions: z.int(),
  })
  .meta({ id: 'WeekOfActivity' })
export type WeekOfActivity = z.infer<typeof WeekOfActivity>

export const SchoolHome = z
  .object({
    attention: z.array(Attention),
    checkedAt: DateTimeString,
    people: z.object({ students: z.int(), trainers: z.int(), admins: z.int(), invited: z.int() }),
    /** The last twelve, oldest first; weeks before the school began are left out. */
    activity: z.array(WeekOfActivity),
    courses: firstOf(CourseCard),
    /** Until the school has a course, trainers, students and a first email to a course. */
    start: z.object({ firstCourse: CourseName.nullable(), hasEmailed: z.boolean(), courseWithStudents: Id.nullable() }),
  })
  .meta({ id: 'SchoolHome' })
export type SchoolHome = z.infer<typeof SchoolHome>

const Home = z
  .object({ learner: LearnerHome.nullable(), teacher: TeacherHome.nullable(), school: SchoolHome.nullable() })
  .meta({ id: 'Home' })
export type Home = z.infer<typeof Home>

export const getHome = route({
  method: 'GET',
  path: '/api/home',
  summary: 'What needs the caller now: as a student, as a trainer, and as an administrator of the school',
  allow: 'signed-in',
  reply: Home,
})

/** What asks for something in one course; what only staff do is 0 for students. */
const CourseCounts = z
  .object({
    toGrade: z.int(),
    /** Live sessions that are over, with students who are not marked. */
    openRegisters: z.array(Id),
    /** For staff those unanswered by staff, for students those with something new to them. */
    discussions: z.int(),
  })
  .meta({ id: 'CourseCounts' })

export const getCourseCounts = route({
  method: 'GET',
  path: '/api/courses/:id/counts',
  summary: 'How much needs the caller in one course: for its tabs',
  allow: 'week.read',
  course: 'params.id',
  params: z.object({ id: Id }),
  reply: CourseCounts,
})
