/**
 * Random sequences of what gives people notices and takes them away, compared with a model after each step: the badge is the number of
 * unread rows, and nothing that was removed has one. `NOTICES_RUNS=20000 npm test -- test/notices` runs more.
 */

import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { noticeMoves, type NoticeState } from '@lms/contract/rules/notices'
import { isVisible } from '#access/notices.ts'
import { emails } from '#db/schema/mail.ts'
import { noticeTasks } from '#modules/notices/jobs.ts'
import { emailNoticesJob } from '#modules/notices/notify.ts'
import { testApp, type As } from '#test/app.ts'
import { cheapHash } from '#test/given.ts'
import { followMoves, runSequences, isAnswered, readRuns } from '#test/model-run.ts'
import { NoticesModel } from '#test/notices-model.ts'

const setting = readRuns('NOTICES', 60)
const { as, clock, database, deps, given } = await testApp()
const { db } = database
const admin = await as('ADMIN')
const day = 86_400_000
const start = Date.parse('2026-11-20T12:00:00Z')
const people = [
  await given.user({ role: 'TRAINER', passwordHash: cheapHash }),
  ...(await Promise.all(Array.from({ length: 3 }, () => given.user({ passwordHash: cheapHash })))),
]
const clients = await Promise.all(people.map((one) => as(one)))
const each = people.map((_, n) => n)

type List = Awaited<ReturnType<As['notices']['listNotices']>>
interface Real {
  courseId: string
  discussions: string[]
  comments: string[]
  looks: (List | null)[]
  /** By the notice's id. */
  states: Map<string, NoticeState>
}

async function open(): Promise<{ model: NoticesModel; real: Real }> {
  clock.set(new Date(start))
  await db.execute(sql`delete from notices`)
  await db.execute(sql`delete from graphile_worker._private_jobs`)
  const { course } = await given.course({ timeZone: 'UTC' })
  for (const one of people) await given.member(course.id, one)
  const model = new NoticesModel(people.length)
  model.now = start
  const real = { courseId: course.id, discussions: [], comments: [], looks: each.map(() => null), states: new Map() }
  return { model, real }
}

async function listStates(): Promise<Map<string, NoticeState>> {
  const { rows } = await db.execute<{ id: string; state: NoticeState }>(sql`
    select notice.id, case when not ${isVisible()} then 'HIDDEN' when notice.read_at is null then 'UNREAD' else 'READ' end as state
    from notices notice join users account on account.id = notice.user_id left join courses course on course.id = notice.course_id`)
  return new Map(rows.map(({ id, state }) => [id, state]))
}

const moves = followMoves(noticeMoves)
/** The job that deletes old notices does not run here: whatever deletes them withdraws them. */
async function followStates(real: Real): Promise<void> {
  const now = await listStates()
  for (const id of new Set([...real.states.keys(), ...now.keys()]))
    moves.follow(['write', 'read', 'withdraw', 'hide', 'show'], {
      before: real.states.get(id) ?? 'NONE',
      after: now.get(id) ?? 'NONE',
    })
  real.states = now
}

async function compare(model: NoticesModel, real: Real): Promise<void> {
  for (const n of each) {
    const { items, unread } = await clients[n]!.notices.listNotices({ query: { limit: 100 } })
    const rows = items.map(({ kind, isRead, subject: { discussionId, commentId } }) => ({
      kind,
      isRead,
      discussion: real.discussions.indexOf(discussionId!),
      comment: commentId ? real.comments.indexOf(commentId) : null,
    }))
    expect({ n, rows }).toEqual({ n, rows: model.rows(n) })
    const badge = (await clients[n]!.auth.getSession()).unreadNotices
    const listed = items.filter(({ isRead }) => !isRead).length
    expect({ n, unread, badge }).toEqual({ n, unread: listed, badge: listed })
  }
  await followStates(real)
}

interface Choice {
  who: number
  /** Which of those that are possible. */
  which: number
  mentioned: number[]
  seconds: number
}

interface Step {
  name: string
  isPossible?: (model: NoticesModel, choice: Choice) => boolean
  run: (model: NoticesModel, real: Real, choice: Choice) => Promise<void>
}

let texts = 0
const text = (mentioned: number[]) =>
  `<p>${++texts} ${mentioned.map((n) => `<span data-mention="${people[n]!.id}">@${people[n]!.name}</span>`).join(' ')}</p>`
const pick = <T>(all: readonly T[], { which }: Choice): T => all[which % all.length]!
const indexes = <T>(all: readonly T[], isWanted: (one: T, n: number) => boolean) => [...all.keys()].filter((n) => isWanted(all[n]!, n))
const openDiscussions = (model: NoticesModel) => indexes(model.discussions, (one) => !one.isDeleted)
const liveComments = (model: NoticesModel, isWanted = (_author: number) => true) =>
  indexes(model.comments, (one) => !one.deleted && !model.discussions[one.discussion]!.isDeleted && isWanted(one.author))
const place = ({ courseId, discussions: all }: Real, discussion: number) => ({ courseId, discussionId: all[discussion]! })

/** The model changes if, and only if, it says that the call is allowed. */
async function does(isAllowed: boolean, call: Promise<unknown>, change: () => void): Promise<void> {
  expect(await isAnswered(call)).toBe(isAllowed)
  if (isAllowed) change()
}

const say = (isReply: boolean): Step => ({
  name: isReply ? 'replies' : 'says',
  isPossible: (model) => (isReply ? liveComments(model) : openDiscussions(model)).length > 0,
  run: async (model, real, choice) => {
    const parent = isReply ? pick(liveComments(model), choice) : null
    const discussion = parent === null ? pick(openDiscussions(model), choice) : model.comments[parent]!.discussion
    const parentId = parent === null ? undefined : real.comments[parent]!
    const { who, mentioned } = choice
    const body = { content: text(mentioned), parentId }
    const call = clients[who]!.discussions.createComment({ params: place(real, discussion), body })
    await does(
      model.canPost(who, discussion),
      call.then(({ id }) => real.comments.push(id)),
      () => model.say(who, discussion, parent, mentioned),
    )
  },
})

const steps: Step[] = [
  {
    name: 'edits',
    isPossible: (model, { who }) => liveComments(model, (author) => author === who).length > 0,
    run: async (model, real, choice) => {
      const { who, mentioned } = choice
      const comment = pick(
        liveComments(model, (author) => author === who),
        choice,
      )
      const { discussion } = model.comments[comment]!
      const params = { ...place(real, discussion), commentId: real.comments[comment]! }
      const call = clients[who]!.discussions.updateComment({ params, body: { content: text(mentioned) } })
      await does(model.canPost(who, discussion), call, () => model.edit(who, discussion, comment, mentioned))
    },
  },
  {
    name: 'edits the first post',
    isPossible: (model, { who }) => openDiscussions(model).some((n) => model.discussions[n]!.author === who),
    run: async (model, real, choice) => {
      const { who, mentioned } = choice
      const discussion = pick(
        openDiscussions(model).filter((n) => model.discussions[n]!.author === who),
        choice,
      )
      const call = clients[who]!.discussions.updateDiscussion({ params: place(real, discussion), body: { content: text(mentioned) } })
      await does(model.canPost(who, discussion), call, () => model.edit(who, discussion, null, mentioned))
    },
  },
  {
    name: 'deletes a comment',
    isPossible: (model, { who }) => liveComments(model, (author) => who === 0 || author === who).length > 0,
    run: async (model, real, choice) => {
      const { who } = choice
      const comment = pick(
        liveComments(model, (author) => who === 0 || author === who),
        choice,
      )
      const { discussion } = model.comments[comment]!
      const params = { discussionId: real.discussions[discussion]!, commentId: real.comments[comment]! }
      const call = clients[who]!.discussions.removeComment({ params })
      await does(model.isIn[who]!, call, () => void (model.comments[comment]!.deleted = { at: model.now, by: who }))
    },
  },
  {
    name: 'restores a comment',
    isPossible: (model, { who }) => model.comments.some(({ deleted }) => deleted?.by === who),
    run: async (model, real, choice) => {
      const { who } = choice
      const comment = pick(
        indexes(model.comments, ({ deleted }) => deleted?.by === who),
        choice,
      )
      const { discussion } = model.comments[comment]!
      const params = { ...place(real, discussion), commentId: real.comments[comment]! }
      const isAllowed = model.canPost(who, discussion) && model.canRestore(model.comments[comment]!, who)
      const call = clients[who]!.discussions.restoreComment({ params })
      await does(isAllowed, call, () => void (model.comments[comment]!.deleted = null))
    },
  },
  {
    name: 'has a discussion deleted',
    isPossible: (model) => openDiscussions(model).length > 1,
    run: async (model, real, choice) => {
      const discussion = pick(openDiscussions(model), choice)
      const call = clients[0]!.discussions.removeDiscussion({ params: { id: real.discussions[discussion]! } })
      await does(model.isIn[0]!, call, () => void (model.discussions[discussion]!.isDeleted = true))
    },
  },
  {
    name: 'comes or goes',
    isPossible: (_, { who }) => who > 0,
    run: async (model, { courseId }, { who }) => {
      const params = { id: people[who]!.id, courseId }
      await (model.isIn[who] ? admin.users.removeUserFromCourse({ params }) : admin.users.addUserToCourse({ params }))
      model.isIn[who] = !model.isIn[who]
    },
  },
  {
    name: 'gets the daily email',
    run: async (model) => {
      model.now = Math.floor(model.now / day + 1) * day + 7 * 3_600_000
      clock.set(new Date(model.now))
      await db.delete(emails)
      await noticeTasks(deps)[emailNoticesJob]!({}, undefined)
      const sent = await db.select({ userId: emails.userId }).from(emails).where(eq(emails.kind, 'NOTICE'))
      expect(sent.map(({ userId }) => people.findIndex(({ id }) => id === userId)).toSorted((a, b) => a - b)).toEqual(model.email())
    },
  },
]

/** More of the common calls, so that a short sequence gets somewhere. */
const reading: Step[] = [
  {
    name: 'looks',
    run: async (model, real, { who }) => {
      real.looks[who] = await clients[who]!.notices.listNotices({ query: { limit: 100 } })
      model.look(who)
    },
  },
  {
    name: 'reads a row',
    isPossible: (model, { who }) => (model.looks[who]?.rows.length ?? 0) > 0,
    run: async (model, real, choice) => {
      const { who } = choice
      const row = pick([...model.looks[who]!.rows.keys()], choice)
      await clients[who]!.notices.updateNotices({ body: { ids: [real.looks[who]!.items[row]!.id] } })
      model.read(who, row)
    },
  },
  {
    name: 'reads all',
    isPossible: (model, { who }) => (model.looks[who]?.rows.length ?? 0) > 0,
    run: async (model, real, { who }) => {
      const { items, shownAt } = real.looks[who]!
      await clients[who]!.notices.updateNotices({ body: { upTo: items[0]!.id, shownAt } })
      model.readAll(who)
    },
  },
  {
    name: 'reads a discussion',
    isPossible: (model) => openDiscussions(model).length > 0,
    run: async (model, real, choice) => {
      const { who } = choice
      const discussion = pick(openDiscussions(model), choice)
      const until = pick([model.now, ...model.comments.filter((one) => one.discussion === discussion).map(({ at }) => at)], choice)
      const body = { until: new Date(until).toISOString() }
      const call = clients[who]!.discussions.markRead({ params: place(real, discussion), body })
      await does(model.isIn[who]!, call, () => model.readThread(who, discussion, until))
    },
  },
  {
    name: 'reads all discussions',
    run: async (model, real, { who }) => {
      const body = { until: new Date(model.now).toISOString() }
      const call = clients[who]!.discussions.markAllRead({ params: { courseId: real.courseId }, body })
      await does(model.isIn[who]!, call, () => model.readThread(who, null, model.now))
    },
  },
]
const starts: Step = {
  name: 'starts a discussion',
  run: async (model, real, { who, mentioned }) => {
    const body = { title: 'Thread', content: text(mentioned) }
    const call = clients[who]!.discussions.createDiscussion({ params: { courseId: real.courseId }, body })
    await does(
      model.isIn[who]!,
      call.then(({ id }) => real.discussions.push(id)),
      () => model.start(who, mentioned),
    )
  },
}

const anyStep = fc.oneof(
  { weight: 2, arbitrary: fc.constant(starts) },
  { weight: 6, arbitrary: fc.constantFrom(say(false), say(true)) },
  { weight: 5, arbitrary: fc.constantFrom(...reading) },
  { weight: 4, arbitrary: fc.constantFrom(...steps) },
)
const anyChoice: fc.Arbitrary<Choice> = fc.record({
  who: fc.nat({ max: people.length - 1 }),
  which: fc.nat({ max: 20 }),
  mentioned: fc.uniqueArray(fc.constantFrom(...each), { maxLength: 2 }),
  seconds: fc.constantFrom(1, 1, 1, 5, 70),
})
const anyCommand = fc.tuple(anyStep, anyChoice).map(([step, choice]): fc.AsyncCommand<NoticesModel, Real> => ({
  check: (model) => step.isPossible?.(model, choice) ?? true,
  run: async (model, real) => {
    model.now += choice.seconds * 1000
    clock.set(new Date(model.now))
    await step.run(model, real, choice)
    await compare(model, real)
  },
  toString: () => `P${choice.who} ${step.name} ${choice.which} [${choice.mentioned.join()}] +${choice.seconds}s`,
}))

test('badge and list are what the model says after each step of any sequence', { timeout: setting.runs * 5000 }, () =>
  expect(runSequences(setting, anyCommand, open, 25)).resolves.toBeUndefined(),
)
