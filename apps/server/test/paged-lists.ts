/** For each paged call: unsorted rows, the caller, and the sort keys. */

import { courseEmails, emails } from '#db/schema/mail.ts'
import { files, mediaNotes, uploads } from '#db/schema/media.ts'
import { signupForms, signupFormVersions, signupResponses } from '#db/schema/signup-forms.ts'
import { sessions, importResults, userChanges } from '#db/schema/users.ts'
import { cleanPost } from '#services/html.ts'
import type { TestApp } from '#test/app.ts'
import { ago, day, each, letter, many, studentsIn, type List, type Order, type Value } from '#test/paged-rows.ts'
import { classWithWork, listsOfWork } from '#test/paged-work.ts'

/** Courses of one trainer; two have no start. */
async function coursesOf(test: TestApp, trainer: { id: string; role: 'TRAINER' }, values: object = {}) {
  const made = await each((place) =>
    test.given.course({
      title: `Course ${letter(place)}`,
      startsOn: place < 2 ? null : day(place).slice(0, 10),
      createdAt: day(6 - place),
      ...values,
    }),
  )
  for (const { course } of made) await test.given.member(course.id, trainer)
  return made.map(({ course }) => course)
}

const byTitle: Order = { by: (row) => row.title }
const courseOrders = (made: { id: string; createdAt: string }[]): Record<string, Order> => ({
  title: byTitle,
  startsOn: { by: (row) => row.startsOn },
  createdAt: { by: (row) => made.find(({ id }) => id === row.id)!.createdAt },
})

export const lists: Record<string, (test: TestApp) => Promise<List>> = {
  ...listsOfWork,

  'auth.listSessions': async (test) => {
    const me = await test.as('USER')
    await each((place) =>
      test.database.db.insert(sessions).values({
        userId: me.user.id,
        tokenHash: crypto.randomUUID(),
        expiresAt: '2100-01-01T00:00:00Z',
        lastUsedAt: ago(test, place),
      }),
    )
    return { as: me, total: many + 1, orders: { default: { by: (row) => row.lastUsedAt, isDescending: true } } }
  },

  'users.listCourseStudents': async (test) => {
    const { course, trainer, student } = await test.given.course()
    await studentsIn(test, course.id)
    void student
    return {
      as: await test.as(trainer),
      params: { courseId: course.id },
      total: many + 1,
      orders: { default: { by: (row) => row.name ?? row.user?.name ?? row.student?.name } },
    }
  },

  'signupResponses.listResponses': async (test) => {
    const { course, trainer } = await test.given.course({ enrolment: 'FORM' })
    const { db } = test.database
    const [form] = await db.insert(signupForms).values({ courseId: course.id }).returning({ id: signupForms.id })
    await db.insert(signupFormVersions).values({ formId: form!.id, version: 1, questions: [] })
    await each(async (place) => {
      const { id: userId } = await test.given.user({ name: `Applicant ${letter(place)}` })
      const sent = { sentAt: day(place), waitlistedAt: day((place + 2) % many) }
      await db.insert(signupResponses).values({ formId: form!.id, userId, version: 1, answers: [], status: 'WAITLISTED', ...sent })
    })
    return {
      as: await test.as(trainer),
      params: { courseId: course.id },
      total: many,
      orders: { sentAt: { by: (row) => row.sentAt }, name: { by: (row) => row.person.name }, place: { by: (row) => row.place } },
    }
  },

  'courseEmails.listCourseEmails': async (test) => {
    const { course, trainer } = await test.given.course()
    await each((place) => addCourseEmail(test, course.id, trainer.id, { sendAt: day(place) }))
    return {
      as: await test.as(trainer),
      params: { courseId: course.id },
      total: many,
      orders: { default: { by: (row) => row.sendAt, isDescending: true } },
    }
  },

  'courseEmails.listCourseAnnouncements': async (test) => {
    const { course, trainer } = await test.given.course()
    await each((place) => addCourseEmail(test, course.id, trainer.id, { sendAt: day(place), showUntil: '2026-01-01' }))
    await addCourseEmail(test, course.id, trainer.id, { sendAt: day(1) })
    return {
      as: await test.as(trainer),
      params: { courseId: course.id },
      total: many,
      orders: { default: { by: (row) => row.sentAt, isDescending: true } },
    }
  },

  'courseEmails.listDeliveries': async (test) => {
    const { course, trainer } = await test.given.course()
    const students = await studentsIn(test, course.id)
    const [leftOut, ...mailed] = students
    const id = await addCourseEmail(test, course.id, trainer.id, { leftOut: [{ userId: leftOut!.id, reason: 'OPTED_OUT' }] })
    const mail = { kind: 'COURSE', batchId: id, subject: 'Hello', html: '', text: '', state: 'SENT' } as const
    await test.database.db.insert(emails).values(mailed.map(({ id: userId, email }) => ({ ...mail, userId, toAddress: email! })))
    return {
      as: await test.as(trainer),
      params: { courseId: course.id, id },
      total: many,
      // Excluded users come before recipients.
      orders: { default: { by: (row) => (row.state === 'SENT' ? '1' : '0') + row.person.name } },
    }
  },

  'users.listImports': async (test) => {
    const me = await test.as('ADMIN')
    const summary = { total: 0, created: 0, enrolled: 0, unchanged: 0, failed: 0 }
    await each((place) =>
      test.database.db.insert(importResults).values({
        userId: me.user.id,
        importId: crypto.randomUUID(),
        fileName: `${letter(place)}.csv`,
        role: 'USER',
        summary,
        rows: [],
        createdAt: ago(test, place),
      }),
    )
    return { as: me, total: many, orders: { default: { by: (row) => row.fileName } } }
  },

  'users.listUserActivity': async (test) => {
    const { course, student } = await test.given.course()
    await each((place) => test.given.discussion({ courseId: course.id, authorId: student.id, createdAt: day(place) }))
    return {
      as: await test.as('ADMIN'),
      params: { id: student.id },
      total: many,
      orders: { default: { by: (row) => row.at, isDescending: true } },
    }
  },

  'myDiscussions.listMyDiscussions': async (test) => {
    const { course, trainer, student } = await test.given.course()
    const asked = { courseId: course.id, authorId: student.id }
    await each((place) => test.given.discussion({ ...asked, createdAt: day(place), lastActivityAt: day(place) }))
    // All of them wait, the first longest; the sort by activity begins with the last.
    const orders: Record<string, Order> = {
      WAITING: { by: (row) => row.createdAt },
      LATEST: { by: (row) => -Date.parse(row.lastActivityAt) },
    }
    return { as: await test.as(trainer), total: many, orders }
  },

  'users.listUserChanges': async (test) => {
    const admin = await test.as('SUPER_ADMIN')
    const { id } = await test.given.user()
    await each((place) =>
      test.database.db
        .insert(userChanges)
        .values({ userId: id, changedBy: admin.user.id, changedAt: day(place), field: 'NAME', before: 'One', after: 'Other' }),
    )
    return { as: admin, params: { id }, total: many, orders: { default: { by: (row) => row.changedAt, isDescending: true } } }
  },

  'users.listUsers': async (test) => {
    await each((place) =>
      test.given.user({
        name: `Paged ${letter(place)}`,
        email: `paged-${letter(6 - place)}@example.org`.toLowerCase(),
        createdAt: day((place + 3) % many),
        lastSeenAt: place < 2 ? null : day((place + 5) % many),
      }),
    )
    const values = ['name', 'email', 'createdAt', 'lastSeenAt'] as const
    return {
      as: await test.as('ADMIN'),
      query: { search: 'Paged' },
      total: many,
      // Users who never signed in count as least recent.
      orders: Object.fromEntries(values.map((value) => [value, { by: (row) => row[value] as Value, isNothingLeast: true }])),
    }
  },

  'courses.listCourseProgress': async (test) => {
    const { course, trainer } = await classWithWork(test)
    return {
      as: await test.as(trainer),
      query: { courseId: course.id },
      total: many + 1,
      orders: {
        name: { by: (row) => row.student.name },
        risk: { by: (row) => -row.reasons.length },
        done: { by: (row) => row.percentage },
        marks: { by: (row) => row.marks },
        attendance: { by: (row) => row.attendance.percentage },
        missing: { by: (row) => row.missing },
        // Users who never signed in count as least recent.
        lastSeen: { by: (row) => row.lastSeenAt, isNothingLeast: true },
      },
    }
  },

  'courses.listCourses': async (test) => {
    const made = await coursesOf(test, (await test.as('TRAINER')).user as { id: string; role: 'TRAINER' }, { mode: 'LIVE' })
    return { as: await test.as('ADMIN'), query: { mode: 'LIVE' }, total: many, orders: courseOrders(made) }
  },

  'courses.listMyCourses': async (test) => {
    const me = await test.as('TRAINER')
    const made = await coursesOf(test, me.user as { id: string; role: 'TRAINER' })
    const { id: studentId } = await test.given.student()
    for (const [index, { id: courseId }] of made.slice(0, 5).entries())
      await test.given.submission({ studentId, submittedAt: day(index), assignment: { courseId } })
    return { as: me, total: many, orders: { ...courseOrders(made), lastActivityAt: { by: (row) => row.lastActivityAt } } }
  },

  'courses.listDeletedCourses': async (test) => {
    await each((place) => test.given.course({ title: `Deleted ${letter(place)}`, deletedAt: ago(test, place) }))
    return { as: await test.as('ADMIN'), total: many, orders: { default: byTitle } }
  },

  'weeks.listDeletedWeeks': async (test) => {
    const { course, trainer } = await test.given.course()
    await each((place) => test.given.week({ courseId: course.id, title: `Week ${letter(place)}`, deletedAt: ago(test, place) }))
    return { as: await test.as(trainer), params: { courseId: course.id }, total: many, orders: { default: byTitle } }
  },

  'media.listMedia': async (test) => {
    const { course } = await test.given.course()
    await each((place) => test.given.recorded({ courseId: course.id, createdAt: day(place) }))
    return {
      as: await test.as('ADMIN'),
      query: { courseId: course.id },
      total: many,
      orders: { default: { by: (row) => row.createdAt, isDescending: true } },
    }
  },

  'media.listNotes': async (test) => {
    const { media, student } = await test.given.recorded()
    await each((place) => test.database.db.insert(mediaNotes).values({ userId: student.id, mediaId: media.id, at: place, text: 'Note' }))
    return {
      as: await test.as(student),
      params: { courseId: media.courseId, mediaId: media.id },
      total: many,
      orders: { default: { by: (row) => row.at } },
    }
  },

  'files.listUploads': async (test) => {
    const me = await test.as('TRAINER')
    await addUploads(test, me.user.id)
    return { as: me, total: many, orders: { default: { by: (row) => row.createdAt, isDescending: true } } }
  },

  'files.listOthersUploads': async (test) => {
    const me = await test.as('ADMIN')
    const others = (await test.database.db.select().from(uploads)).length
    await addUploads(test, (await test.given.trainer()).id)
    return { as: me, total: others + many, orders: { default: { by: (row) => row.lastPartAt } } }
  },
}

async function addCourseEmail(
  { database }: TestApp,
  courseId: string,
  senderId: string,
  values: Partial<typeof courseEmails.$inferInsert>,
) {
  const email = {
    courseId,
    senderId,
    subject: 'Hello',
    body: cleanPost('<p>Hello</p>'),
    audience: { to: ['ALL'], except: [] },
    recipients: 1,
  }
  const [made] = await database.db
    .insert(courseEmails)
    .values({ ...email, state: 'SENT', sendAt: day(0), ...values })
    .returning({ id: courseEmails.id })
  return made!.id
}

async function addUploads({ database }: TestApp, ownerId: string): Promise<void> {
  await each(async (place) => {
    const key = `video/${ownerId}/${crypto.randomUUID()}.mp4`
    await database.db.insert(files).values({ key, ownerId, contentType: 'video/mp4', status: 'PENDING' })
    await database.db
      .insert(uploads)
      .values({ key, uploadId: crypto.randomUUID(), ownerId, partSize: 2 ** 23, createdAt: day(place), lastPartAt: day(6 - place) })
  })
}
