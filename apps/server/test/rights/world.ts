/** The people and things that the rights matrix calls with: two courses with everything in them, and one that is a draft. */

import { createHash } from 'node:crypto'
import { hashToken } from '#access/sessions.ts'
import { zoomMeetings } from '#db/schema/media.ts'
import { oneTimeTokens, otpCodes, users } from '#db/schema/users.ts'
import { hashPassword } from '#modules/auth/passwords.ts'
import type { As, TestApp } from '#test/app.ts'
import { sample } from '#test/files.ts'
import { addEmails } from '#test/rights/emails.ts'
import { addForms } from '#test/rights/forms.ts'
import {
  addAttendanceMark,
  addDiscussionRows,
  addGraderRows,
  addImport,
  addJoinLink,
  addMarksImport,
  addNote,
  addNotice,
  addOtherRoles,
  addSession,
  addUsedFile,
  addFeed,
  emailChange,
} from '#test/rights/own-rows.ts'
import type { Caller, IdName, Ids, Kind, Person } from '#test/rights/row.ts'

const someone = crypto.randomUUID()

/** A person other than the callers, with their credentials. */
export const known = {
  email: 'known@example.org',
  password: 'quiet desk 20',
  code: '271828',
  invitation: 'i'.repeat(43),
  invited: 'invited@example.org',
  invitedAdmin: 'invited-admin@example.org',
  image: `image/${someone}/${crypto.randomUUID()}.png`,
}

/** Neither early nor late for the live sessions. */
const now = '2026-11-20T14:00:00Z'
const gone = '2026-11-01T00:00:00Z'

export interface World {
  /** Undefined for nobody. */
  tokenOf: (caller: Caller) => string | undefined
  personOf: (caller: Caller) => Person
  idsOf: (caller: Caller) => Ids
  /** The id of that kind instead of the real one. */
  idOf: (kind: Kind, name: IdName, caller: Caller) => string
  /** What nobody may ever receive: passwords, codes and tokens, as they are and as they are kept. */
  secrets: string[]
}

type Some = Partial<Record<IdName, string>>

export async function makeWorld(test: TestApp): Promise<World> {
  test.clock.set(now)
  const { home, away, classmate, draft, removed } = await makeCourses(test)
  const actors = {
    SA: await test.as('SUPER_ADMIN'),
    AD: await test.as('ADMIN'),
    T: await test.as(home.trainer),
    T2: await test.as(away.trainer),
    S: await test.as(home.student),
    N: await test.as('USER'),
  }
  const people = Object.values(actors).map(({ user }) => user)
  await addOtherRoles(test, [home.course.id, draft, removed], people)
  const proofs = await makeProofs(
    test,
    people.map(({ id }) => id),
  )
  const here = await fill(test, home.course.id, home.student.id)
  const own = await makeOwn(test, actors, here)
  const removedHere = await remains(test, here)
  const form = await addForms(test, home, { id: actors.N.user.id, role: 'USER' })
  const foreignForm = await addForms(test, away, await test.given.student().then(({ id }) => ({ id, role: 'USER' as const })))
  const mail = await addEmails(test, home.course.id, home)
  const others = await beginUpload(test, await test.as(classmate))
  const ofPeople = await makeKinds(test, here, classmate.id)
  const classmateDeleted = await test.given.submission({
    studentId: classmate.id,
    assignment: { courseId: here.courseId, weekId: removedHere.weekId! },
  })
  const kinds = {
    ...ofPeople,
    classmate: { ...ofPeople.classmate, deletedSubmissionId: classmateDeleted.submission.id },
    used: { ...ofPeople.used, deletedSubmissionId: here.submissionId },
    foreign: {
      ...(await fill(test, away.course.id, away.student.id)),
      sessionId: await addSession(test, classmate.id),
      importId: await addImport(test, classmate.id),
      ...foreignForm,
      ...(await addEmails(test, away.course.id, away)),
      token: await addJoinLink(test, away.course.id),
      marksImportId: await addMarksImport(test, away.course.id, away.trainer.id),
    },
    trainer: { userId: home.trainer.id },
    draft: {
      courseId: draft,
      formCourseId: draft,
      answeredCourseId: draft,
      token: await addJoinLink(test, draft),
      assignmentId: await assignmentIn(test, here, { status: 'DRAFT' }),
    },
    removed: {
      ...removedHere,
      courseId: removed,
      token: await addJoinLink(test, removed),
      file: await addFeed(test, { status: 'SUSPENDED' }),
    },
  } satisfies Record<Exclude<Kind, 'unknown' | 'malformed' | 'own'>, Some>
  const real = {
    ...here,
    deletedSubmissionId: removedHere.submissionId!,
    othersUploadKey: others.uploadKey,
    othersUploadId: others.uploadId,
    invitedId: (await test.given.user({ status: 'INVITED', email: known.invited })).id,
    ...form,
    ...mail,
    file: await addFeed(test),
    token: await addJoinLink(test, home.course.id),
    marksImportId: await addMarksImport(test, home.course.id, home.trainer.id),
  }
  /** Nobody has nothing: then it is the student's. */
  const ofCaller = (caller: Caller) => own[caller === '–' ? 'S' : caller]
  const idOf = (kind: Kind, name: IdName, caller: Caller): string => {
    if (kind === 'malformed') return 'nonsense'
    if (kind === 'unknown')
      return name === 'fileKey' || name === 'uploadKey' ? `image/${someone}/${crypto.randomUUID()}.png` : crypto.randomUUID()
    const some: Some = kind === 'own' ? ofCaller(caller) : kinds[kind]
    const found = some[name]
    if (!found) throw new Error(`The world has no ${kind} ${name}`)
    return found
  }
  return {
    tokenOf: (caller) => (caller === '–' ? undefined : actors[caller].token),
    personOf: (caller) => proofs.of(actors[caller === '–' ? 'S' : caller].user.id),
    idsOf: (caller) => {
      const { userId: _, fileKey: __, ...others } = ofCaller(caller)
      return { ...real, ...others }
    },
    idOf,
    secrets: [...proofs.secrets, ...Object.values(actors).flatMap(({ token }) => [token, hashToken(token)])],
  }
}

/** A course and another, each with its people; a draft and a deleted one, which the people of the first belong to. */
async function makeCourses({ given }: TestApp) {
  const classmate = await given.student()
  const home = await given.course({ title: 'Planted course' })
  await given.member(home.course.id, classmate)
  const away = await given.course({ title: 'Planted course of others' })
  const draft = (await given.course({ title: 'Planted draft', status: 'DRAFT' })).course.id
  const removed = (await given.course({ title: 'Planted and removed', deletedAt: gone })).course.id
  for (const id of [draft, removed]) {
    await given.member(id, home.trainer)
    await given.member(id, home.student)
  }
  return { home, away, classmate, draft, removed }
}

type StartedUpload = { uploadKey: string; uploadId: string; etag: string }
type OwnName = 'userId' | 'fileKey' | 'sessionId' | 'noteId' | 'savedCommentId' | 'markedId' | 'noticeId' | 'importId' | 'deletedCommentId'
type Own = Record<OwnName, string> & StartedUpload

/** What each caller has: an account, a file, a session beside the one that calls, a note to the video, what graders have, a notice, a comment deleted a moment ago, and an upload. */
async function makeOwn<C extends string>(
  test: TestApp,
  actors: Record<C, As>,
  { mediaId, courseId, weekId, liveId, discussionId, submissionId }: Filled,
): Promise<Record<C, Own>> {
  const own = {} as Record<C, Own>
  for (const caller of Object.keys(actors) as C[]) {
    const { id } = actors[caller].user
    own[caller] = {
      userId: id,
      fileKey: (await test.given.file(id)).key,
      sessionId: await addSession(test, id),
      noteId: await addNote(test, id, mediaId),
      savedCommentId: await addGraderRows(test, id, submissionId),
      markedId: await addAttendanceMark(test, id, { courseId, weekId, sessionId: liveId }),
      noticeId: await addNotice(test, id, courseId),
      importId: await addImport(test, id),
      deletedCommentId: await addDiscussionRows(test, id, discussionId),
      ...(await beginUpload(test, actors[caller])),
    }
  }
  return own
}

/** Other people, and what others than the caller made in the course. */
async function makeKinds(test: TestApp, here: Filled, classmateId: string) {
  const { given } = test
  const person = async (role: 'ADMIN' | 'SUPER_ADMIN', values: object = {}) => (await given.user({ role, ...values })).id
  return {
    classmate: {
      ...(await work(test, here, classmateId)),
      noteId: await addNote(test, classmateId, here.mediaId),
      savedCommentId: await addGraderRows(test, classmateId, here.submissionId),
      noticeId: await addNotice(test, classmateId, here.courseId),
    },
    admin: { userId: await person('ADMIN') },
    superAdmin: { userId: await person('SUPER_ADMIN') },
    invitedAdmin: { invitedId: await person('ADMIN', { status: 'INVITED', email: known.invitedAdmin }) },
    used: { invitedId: here.userId, fileKey: await addUsedFile(test, here) },
    unanswered: { discussionId: (await given.discussion({ courseId: here.courseId, authorId: here.userId })).discussion.id },
  }
}

/** An upload in parts with all of its parts there, but not put together. */
async function beginUpload({ app }: TestApp, who: As): Promise<StartedUpload> {
  const payload = sample['image/png']
  const { key, uploadId } = await who.files.initMultipart({ body: { fileType: 'image/png', size: payload.length } })
  const { url } = await who.files.presignPart({ query: { key, uploadId, partNumber: 1 } })
  const { headers } = await app.inject({ method: 'PUT', url, payload })
  return { uploadKey: key, uploadId, etag: String(headers.etag) }
}

/** One thing of each kind in a course, the work of one student. */
async function fill({ given, database }: TestApp, courseId: string, studentId: string) {
  const place = { courseId, weekId: (await given.week({ courseId, title: 'Planted week' })).week.id }
  const titled = { ...place, title: 'Planted' }
  const { assignment, submission } = await given.submission({ studentId, assignment: { ...titled, dueAt: '2098-01-01T00:00:00Z' } })
  const discussionId = (await given.discussion({ courseId, authorId: studentId, title: 'Planted' })).discussion.id
  const liveId = (await given.live(titled)).media.id
  await database.db.insert(zoomMeetings).values({ mediaId: liveId, state: 'READY' })
  const owner = (await given.user({ role: 'ADMIN' })).id
  const fileKey = (await given.file(owner)).key
  await given.recorded({ ...titled, attachments: [{ key: fileKey, name: 'planted.pdf' }], deletedAt: gone })
  return {
    ...place,
    mediaId: (await given.recorded(titled)).media.id,
    liveId,
    assignmentId: assignment.id,
    questionId: assignment.questions[0]!.id,
    submissionId: submission.id,
    discussionId,
    commentId: (await given.comment({ discussionId, authorId: studentId, content: 'Planted' })).id,
    userId: studentId,
    fileKey,
  }
}
type Filled = Awaited<ReturnType<typeof fill>>

/** What another student of the same course made. */
async function work({ given }: TestApp, { courseId, weekId, discussionId }: Filled, studentId: string): Promise<Some> {
  const { submission } = await given.submission({ studentId, assignment: { courseId, weekId, title: 'Planted' } })
  const comment = await given.comment({ discussionId, authorId: studentId, content: 'Planted' })
  const { discussion } = await given.discussion({ courseId, authorId: studentId })
  return { userId: studentId, submissionId: submission.id, commentId: comment.id, discussionId: discussion.id }
}

const assignmentIn = async ({ given }: TestApp, { courseId, weekId }: Filled, values: { status?: 'DRAFT'; deletedAt?: string }) =>
  (await given.assignment({ courseId, weekId, ...values })).assignment.id

/** What was deleted in the course. */
async function remains(test: TestApp, { courseId, weekId, discussionId, userId }: Filled): Promise<Some> {
  const { given } = test
  const deletedAt = gone
  const { week } = await given.week({ courseId, deletedAt })
  const { submission } = await given.submission({ studentId: userId, assignment: { courseId, weekId: week.id } })
  return {
    weekId: week.id,
    mediaId: (await given.recorded({ courseId, weekId, deletedAt })).media.id,
    assignmentId: await assignmentIn(test, { courseId, weekId } as Filled, { deletedAt }),
    submissionId: submission.id,
    discussionId: (await given.discussion({ courseId, authorId: userId, deletedAt })).discussion.id,
    commentId: (await given.comment({ discussionId, authorId: userId, deletedAt })).id,
    userId: (await given.user({ email: null, deletedAt })).id,
  }
}

/** Passwords, codes and tokens: of the known person, and a temporary token of each caller. */
async function makeProofs({ given, database }: TestApp, callerIds: string[]) {
  const passwordHash = await hashPassword(known.password)
  const person = await given.user({ id: someone, email: known.email, passwordHash })
  await given.file(person.id, { key: known.image, contentType: 'image/png' })
  const expiresAt = '2100-01-01T00:00:00Z'
  const codeHash = createHash('sha256').update(`salt${known.code}`).digest('hex')
  await database.db.insert(otpCodes).values({ email: known.email, source: 'network:127.0.0', salt: 'salt', codeHash, expiresAt })
  const guest = await given.user({ status: 'INVITED' })
  await database.db.insert(oneTimeTokens).values(emailChange.rows({ guest, person, invitation: known.invitation, expiresAt }))
  const people = new Map<string, Person>()
  const all = await database.db.select({ id: users.id, email: users.email }).from(users)
  for (const id of callerIds) {
    const resetToken = crypto.randomUUID().padEnd(43, 'r')
    await database.db.insert(oneTimeTokens).values({ userId: id, kind: 'RESET', tokenHash: hashToken(resetToken), expiresAt })
    people.set(id, { email: all.find((user) => user.id === id)!.email!, resetToken })
  }
  const tokens = [known.invitation, ...Object.values(emailChange.tokens), ...[...people.values()].map(({ resetToken }) => resetToken)]
  return {
    of: (id: string) => people.get(id)!,
    secrets: [passwordHash, codeHash, known.password, known.code, ...tokens, ...tokens.map(hashToken)],
  }
}
