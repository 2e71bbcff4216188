/** The people and things that the rights matrix calls with: two courses with everything in them, and one that is a draft. */
import { createHash } from 'node:crypto'
import type { TestApp } from '#test/app.ts'
import type { Caller, IdName, Ids, Kind, Person } from '#test/rights/row.ts'
import { oneTimeTokens, otpCodes } from '#db/schema/sign-in.ts'
import { sessions, users } from '#db/schema/users.ts'
import { hashToken } from '#http/actor.ts'
import { hashPassword } from '#modules/auth/passwords.ts'

const someone = crypto.randomUUID()

/** A person who is none of the callers, and what proves them. */
export const known = {
  email: 'known@example.org',
  password: 'quiet desk 20',
  code: '271828',
  invitation: 'i'.repeat(43),
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
  /** Whatever nobody may ever be told: passwords, codes and tokens, as they are and as they are kept. */
  secrets: string[]
}

type Some = Partial<Record<IdName, string>>

export async function makeWorld(test: TestApp): Promise<World> {
  const { given, as, clock } = test
  clock.set(now)
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
  const actors = {
    SA: await as('SUPER_ADMIN'),
    AD: await as('ADMIN'),
    T: await as(home.trainer),
    T2: await as(away.trainer),
    S: await as(home.student),
    N: await as('USER'),
  }
  const signedIn = (caller: Caller) => (caller === '–' ? undefined : actors[caller])
  const proofs = await makeProofs(
    test,
    Object.values(actors).map(({ user }) => user.id),
  )

  const here = await fill(test, home.course.id, home.student.id)
  const there = await fill(test, away.course.id, away.student.id)
  const ofClassmate = await work(test, here, classmate.id)
  const admins = [await given.user({ role: 'ADMIN' }), await given.user({ role: 'SUPER_ADMIN' })].map(({ id }) => id)
  const own = new Map<Caller, Some>()
  const keys = Object.keys(actors) as (keyof typeof actors)[]
  for (const caller of keys) {
    const { id } = actors[caller].user
    const sessionId = await addSession(test, id)
    own.set(caller, { userId: id, fileKey: (await given.file(id)).key, sessionId })
  }
  const invited = (role: 'USER' | 'ADMIN') => given.user({ role, status: 'INVITED' })
  const real = { ...here, invitedId: (await invited('USER')).id, sessionId: '', formId: crypto.randomUUID() }
  const kinds: Record<Exclude<Kind, 'unknown' | 'malformed'>, Some> = {
    foreign: { ...there, sessionId: await addSession(test, classmate.id), formId: crypto.randomUUID() },
    classmate: ofClassmate,
    own: {},
    admin: { userId: admins[0]! },
    superAdmin: { userId: admins[1]! },
    trainer: { userId: home.trainer.id },
    invitedAdmin: { invitedId: (await invited('ADMIN')).id },
    draft: { courseId: draft, assignmentId: await assignmentIn(test, here, { status: 'DRAFT' }) },
    removed: { ...(await remains(test, here)), courseId: removed },
    used: { invitedId: home.student.id, fileKey: await usedFile(test, here) },
    unanswered: { discussionId: (await given.discussion({ courseId: home.course.id, authorId: home.student.id })).discussion.id },
  }

  const idsOf = (caller: Caller): Ids => ({ ...real, sessionId: own.get(caller)?.sessionId ?? own.get('S')!.sessionId! })
  const idOf = (kind: Kind, name: IdName, caller: Caller): string => {
    if (kind === 'malformed') return 'nonsense'
    if (kind === 'unknown') return name === 'fileKey' ? `image/${someone}/${crypto.randomUUID()}.png` : crypto.randomUUID()
    const found = kind === 'own' ? (own.get(caller) ?? own.get('S')!)[name] : kinds[kind][name]
    if (!found) throw new Error(`The world has no ${kind} ${name}`)
    return found
  }
  return {
    tokenOf: (caller) => signedIn(caller)?.token,
    personOf: (caller) => proofs.of(signedIn(caller)?.user.id ?? home.student.id),
    idsOf,
    idOf,
    secrets: [...proofs.secrets, ...Object.values(actors).flatMap(({ token }) => [token, hashToken(token)])],
  }
}

/** One thing of each kind in a course, the work of one student. */
async function fill({ given }: TestApp, courseId: string, studentId: string) {
  const place = { courseId, weekId: (await given.week({ courseId, title: 'Planted week' })).week.id }
  const titled = { ...place, title: 'Planted' }
  const { assignment, submission } = await given.submission({ studentId, assignment: titled })
  const discussionId = (await given.discussion({ courseId, authorId: studentId, title: 'Planted' })).discussion.id
  const owner = (await given.user({ role: 'ADMIN' })).id
  const fileKey = (await given.file(owner)).key
  await given.recorded({ ...titled, attachments: [{ key: fileKey, name: 'planted.pdf' }], deletedAt: gone })
  return {
    ...place,
    mediaId: (await given.recorded(titled)).media.id,
    liveId: (await given.live(titled)).media.id,
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
  const { submission } = await given.submission({ studentId: userId, assignment: { courseId, weekId, deletedAt } })
  return {
    weekId: (await given.week({ courseId, deletedAt })).week.id,
    mediaId: (await given.recorded({ courseId, weekId, deletedAt })).media.id,
    assignmentId: await assignmentIn(test, { courseId, weekId } as Filled, { deletedAt }),
    submissionId: submission.id,
    discussionId: (await given.discussion({ courseId, authorId: userId, deletedAt })).discussion.id,
    commentId: (await given.comment({ discussionId, authorId: userId, deletedAt })).id,
    userId: (await given.user({ email: null, deletedAt })).id,
  }
}

/** A file that the student handed in. */
async function usedFile({ given }: TestApp, { courseId, weekId, userId }: Filled): Promise<string> {
  const { key } = await given.file(userId)
  const question = given.question({ type: 'FILE' })
  const assignment = { courseId, weekId, questions: [question] }
  await given.submission({ studentId: userId, assignment, answers: [{ questionId: question.id, value: [key] }] })
  return key
}

/** A session that nobody calls with. */
async function addSession({ database }: TestApp, userId: string): Promise<string> {
  const lasting = { expiresAt: '2100-01-01T00:00:00Z', lastUsedAt: '2099-01-01T00:00:00Z' }
  const [made] = await database.db
    .insert(sessions)
    .values({ userId, tokenHash: hashToken(crypto.randomUUID()), ...lasting })
    .returning({ id: sessions.id })
  return made!.id
}

/** Passwords, codes and tokens: of the known person, and a temporary token of each caller. */
async function makeProofs({ given, database }: TestApp, callerIds: string[]) {
  const passwordHash = await hashPassword(known.password)
  const person = await given.user({ id: someone, email: known.email, passwordHash })
  await given.file(person.id, { key: known.image, contentType: 'image/png' })
  const expiresAt = '2100-01-01T00:00:00Z'
  const codeHash = createHash('sha256').update(`salt${known.code}`).digest('hex')
  await database.db.insert(otpCodes).values({ userId: person.id, salt: 'salt', codeHash, expiresAt })
  const guest = await given.user({ status: 'INVITED' })
  const invitation = { userId: guest.id, kind: 'INVITATION' as const, tokenHash: hashToken(known.invitation), expiresAt }
  await database.db.insert(oneTimeTokens).values(invitation)
  const people = new Map<string, Person>()
  const all = await database.db.select({ id: users.id, email: users.email }).from(users)
  for (const id of callerIds) {
    const resetToken = crypto.randomUUID().padEnd(43, 'r')
    await database.db.insert(oneTimeTokens).values({ userId: id, kind: 'RESET', tokenHash: hashToken(resetToken), expiresAt })
    people.set(id, { email: all.find((user) => user.id === id)!.email!, resetToken })
  }
  const tokens = [known.invitation, ...[...people.values()].map(({ resetToken }) => resetToken)]
  return {
    of: (id: string) => people.get(id)!,
    secrets: [passwordHash, codeHash, known.password, known.code, ...tokens, ...tokens.map(hashToken)],
  }
}
