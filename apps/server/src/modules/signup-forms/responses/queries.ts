/** Responses to a form for reviewers, in SQL. */
import { and, asc, eq, gt, inArray, isNull, not, sql, type Placeholder, type SQL } from 'drizzle-orm'
import type { Reach } from '@lms/contract/policy'
import type { ReviewStatus } from '@lms/contract/signup-responses'
import { isFound, limitTo, paged, pageShape, skipped, total, type Page, type PageShape } from '#db/page.ts'
import { prepared, type Db } from '#db/drizzle.ts'
import { stamp } from '#db/schema/columns.ts'
import { files } from '#db/schema/media.ts'
import { memberships } from '#db/schema/courses.ts'
import { signupForms, signupResponses } from '#db/schema/signup-forms.ts'
import { userColumns, users } from '#db/schema/users.ts'

const { placeholder } = sql

export interface ResponseFilter {
  status?: ReviewStatus | undefined
  search?: string | undefined
  /** `questionId:option`. */
  choice?: string[] | undefined
  /** Id of a question. */
  answered?: string | undefined
}
type Sort = 'sentAt' | '-sentAt' | 'name' | '-name' | 'place'

type FormId = string | Placeholder

/** The waiting list of a form, in order. */
const waitingList = (db: Db, formId: FormId) =>
  db
    .select({
      id: signupResponses.id,
      place: sql<number>`(row_number() over (order by ${signupResponses.waitlistedAt}, ${signupResponses.id}))::int`.as('place'),
    })
    .from(signupResponses)
    .innerJoin(users, and(eq(users.id, signupResponses.userId), isNull(users.deletedAt)))
    .where(and(eq(signupResponses.formId, formId), eq(signupResponses.status, 'WAITLISTED')))
    .as('waiting_list')

/** Leaving a course does not change the response; the membership says whether the user is enrolled. */
export const hasLeft = (formId: FormId) => sql<boolean>`(${signupResponses.status} = 'APPROVED' and not exists (
  select from ${memberships} where ${memberships.courseId} = (select ${signupForms.courseId} from ${signupForms} where ${signupForms.id} = ${formId})
    and ${memberships.userId} = ${signupResponses.userId} and ${memberships.role} = 'STUDENT' and ${memberships.status} = 'ACTIVE'))`
const reviewStatus = (formId: FormId) => sql<ReviewStatus>`case when ${hasLeft(formId)} then 'LEFT' else ${signupResponses.status} end`

const columns = {
  id: signupResponses.id,
  person: { ...userColumns(users), email: users.email },
  version: signupResponses.version,
  answers: signupResponses.answers,
  earlier: signupResponses.earlier,
  note: signupResponses.note,
  sentAt: signupResponses.sentAt,
  decidedAt: signupResponses.decidedAt,
  decidedBy: signupResponses.decidedBy,
}

function isChosen(choice: string): SQL {
  const at = choice.indexOf(':')
  const [questionId, option] = [choice.slice(0, at), choice.slice(at + 1)]
  const holding = (value: unknown) => sql`${signupResponses.answers} @> ${JSON.stringify([{ questionId, value }])}::jsonb`
  return sql`(${holding(option)} or ${holding([option])})`
}

const hasAnswered = (questionId: string): SQL => sql`exists (
  select from jsonb_array_elements(${signupResponses.answers}) a
  where a ->> 'questionId' = ${questionId} and btrim(a ->> 'value', ' []"') <> '')`

function hasStatus(status: ReviewStatus, formId: FormId): SQL | undefined {
  if (status === 'LEFT') return hasLeft(formId)
  return and(eq(signupResponses.status, status), status === 'APPROVED' ? not(hasLeft(formId)) : undefined)
}

const waitingCourses = (reach: Reach, actorId: Placeholder) => sql`courses c
  join signup_forms f on f.course_id = c.id
  join signup_responses r on r.form_id = f.id and r.status = 'PENDING'
  join users u on u.id = r.user_id and u.deleted_at is null
  where c.deleted_at is null and c.status <> 'ARCHIVED' ${
    reach === 'all'
      ? sql``
      : sql`and exists (select from memberships t where t.course_id = c.id and t.user_id = ${actorId} and t.role = 'TRAINER' and t.status = 'ACTIVE')`
  }`

type WaitingCourse = { courseId: string; courseTitle: string; waiting: number; oldestSentAt: string }
const waitingPage = prepared((db, reach: Reach, window: PageShape) =>
  db.execute<WaitingCourse>(sql`
    select c.id as "courseId", c.title as "courseTitle", count(*)::int as waiting, ${stamp(sql`min(r.sent_at)`)} as "oldestSentAt"
    from ${waitingCourses(reach, placeholder('actorId'))} group by c.id order by min(r.sent_at), c.id ${limitTo(window)}`),
)

const waitingTotal = prepared((db, reach: Reach) =>
  db.execute<{ total: number }>(
    sql`select count(*)::int as total from (select from ${waitingCourses(reach, placeholder('actorId'))} group by c.id) waiting`,
  ),
)
/** Courses within the reach with responses to decide, longest waiting first. */
export const listWaitingCourses = (db: Db, reach: Reach, actorId: string, page: Page) =>
  paged(
    async (limit, offset) => {
      const window = pageShape(limit, offset)
      return (await waitingPage(db, { actorId, offset }, reach, window)).rows
    },
    async () => (await waitingTotal(db, { actorId }, reach)).rows,
    page,
  )

/** Withdrawn responses are only listed on request. */
function toCondition(formId: FormId, { status, search, choice = [], answered }: Omit<ResponseFilter, 'search'> & { search?: unknown }) {
  return and(
    eq(signupResponses.formId, formId),
    isNull(users.deletedAt),
    status ? hasStatus(status, formId) : sql`${signupResponses.status} <> 'WITHDRAWN'`,
    search ? isFound(users.searchText, search) : undefined,
    ...choice.map(isChosen),
    answered === undefined ? undefined : hasAnswered(answered),
  )
}

const orders: Record<Sort, SQL[]> = {
  sentAt: [sql`${signupResponses.sentAt}, ${signupResponses.id}`],
  '-sentAt': [sql`${signupResponses.sentAt} desc, ${signupResponses.id} desc`],
  name: [sql`${users.name}, ${signupResponses.id}`],
  '-name': [sql`${users.name} desc, ${signupResponses.id} desc`],
  place: [sql`${signupResponses.waitlistedAt} nulls last, ${signupResponses.id}`],
}

type Selected = Omit<ResponseFilter, 'search'> & { search?: unknown }
const selectResponses = (db: Db, formId: FormId, filter: Selected, sort: Sort) => {
  const waiting = waitingList(db, formId)
  return db
    .select({ ...columns, status: reviewStatus(formId), place: waiting.place })
    .from(signupResponses)
    .innerJoin(users, eq(users.id, signupResponses.userId))
    .leftJoin(waiting, eq(waiting.id, signupResponses.id))
    .where(toCondition(formId, filter))
    .orderBy(...orders[sort])
}
const selectTotal = (db: Db, formId: FormId, filter: Selected) =>
  db.select(total).from(signupResponses).innerJoin(users, eq(users.id, signupResponses.userId)).where(toCondition(formId, filter))

type Shape = { status: ReviewStatus | undefined; isSearch: boolean }
const toSelected = ({ status, isSearch }: Shape): Selected => ({ status, search: isSearch ? placeholder('search') : undefined })
const ofForm = placeholder('formId')
const responsePage = prepared((db, shape: Shape, sort: Sort, window: PageShape) =>
  selectResponses(db, ofForm, toSelected(shape), sort)
    .limit(window.size)
    .offset(window.isFirst ? 0 : skipped),
)
const responseTotal = prepared((db, shape: Shape) => selectTotal(db, ofForm, toSelected(shape)))

type Counts = Awaited<ReturnType<typeof countByStatus>>
const countOf: Record<ReviewStatus, keyof Counts> = {
  PENDING: 'review',
  APPROVED: 'enrolled',
  WAITLISTED: 'waitlisted',
  REJECTED: 'declined',
  LEFT: 'left',
  WITHDRAWN: 'withdrawn',
}

/** `counts`: of the form, which are the totals without a search. Filters by answer change the statement, so they are built each time. */
export function listResponsesOf(db: Db, formId: string, { sort, ...filter }: ResponseFilter & { sort: Sort }, page: Page, counts: Counts) {
  const { status, search, choice = [], answered } = filter
  if (choice.length > 0 || answered !== undefined)
    return paged(
      (limit, offset) => selectResponses(db, formId, filter, sort).limit(limit).offset(offset),
      () => selectTotal(db, formId, filter),
      page,
    )
  const shape = { status, isSearch: Boolean(search) }
  const values = { formId, search }
  const known = counts[status ? countOf[status] : 'all']
  return paged(
    (limit, offset) => responsePage(db, { ...values, offset }, shape, sort, pageShape(limit, offset)),
    async () => (search ? responseTotal(db, values, shape) : [{ total: known }]),
    page,
  )
}

/** By id, for exports: the next ones after `after`. */
export const listResponsesAfter = (db: Db, formId: string, filter: ResponseFilter, after: string | undefined, limit: number) =>
  db
    .select({
      id: signupResponses.id,
      name: users.name,
      email: users.email,
      status: reviewStatus(formId),
      sentAt: signupResponses.sentAt,
      decidedAt: signupResponses.decidedAt,
      answers: signupResponses.answers,
    })
    .from(signupResponses)
    .innerJoin(users, eq(users.id, signupResponses.userId))
    .where(and(toCondition(formId, filter), after === undefined ? undefined : gt(signupResponses.id, after)))
    .orderBy(asc(signupResponses.id))
    .limit(limit)

/** The ids of matching responses, in the order in which they were sent. */
export async function listMatchingIds(db: Db, formId: string, filter: ResponseFilter, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: signupResponses.id })
    .from(signupResponses)
    .innerJoin(users, eq(users.id, signupResponses.userId))
    .where(toCondition(formId, filter))
    .orderBy(...orders.sentAt)
    .limit(limit)
  return rows.map(({ id }) => id)
}

const statusCounts = prepared((db) =>
  db
    .select({ status: reviewStatus(ofForm), ...total })
    .from(signupResponses)
    .innerJoin(users, eq(users.id, signupResponses.userId))
    .where(and(eq(signupResponses.formId, ofForm), isNull(users.deletedAt)))
    .groupBy(sql`1`),
)
/** The number in each state; withdrawn responses are not counted elsewhere. */
export async function countByStatus(db: Db, formId: string) {
  const rows = await statusCounts(db, { formId })
  const of = (status: ReviewStatus) => rows.find((row) => row.status === status)?.total ?? 0
  const counts = {
    review: of('PENDING'),
    enrolled: of('APPROVED'),
    waitlisted: of('WAITLISTED'),
    declined: of('REJECTED'),
    left: of('LEFT'),
  }
  const all = Object.values(counts).reduce((sum, one) => sum + one, 0)
  return { ...counts, withdrawn: of('WITHDRAWN'), all }
}

/** How often each value was given to each question, and how many answered it. */
export async function countAnswers(db: Db, formId: string): Promise<{ questionId: string; option: string | null; count: number }[]> {
  const { rows } = await db.execute<{ questionId: string; option: string | null; count: number }>(sql`
    with given as (
      select r.id, a ->> 'questionId' as question_id, v.value
      from signup_responses r join users u on u.id = r.user_id and u.deleted_at is null
      cross join jsonb_array_elements(r.answers) a
      cross join lateral (
        select a ->> 'value' as value where jsonb_typeof(a -> 'value') = 'string'
        union all select e from jsonb_array_elements_text(case jsonb_typeof(a -> 'value') when 'array' then a -> 'value' else '[]' end) e) v
      where r.form_id = ${formId} and r.status <> 'WITHDRAWN' and btrim(v.value) <> '')
    select question_id as "questionId", null as option, count(distinct id)::int as count from given group by question_id
    union all
    select question_id, value, count(*)::int from given where length(value) <= 200 group by question_id, value`)
  return rows
}

/** The existing files of the responses, with their names. */
export const listFiles = (db: Db, keys: string[]) =>
  db
    .select({ key: files.key, name: files.name, size: files.size })
    .from(files)
    .where(and(eq(files.status, 'READY'), inArray(files.key, keys)))

/** The last part of the key, if the browser sent no name. */
export const getFileName = (key: string, name: string | null): string => name ?? key.split('/').at(-1)!

/** The names of the reviewers. */
export const listPeople = (db: Db, ids: string[]) => db.select(userColumns(users)).from(users).where(inArray(users.id, ids))
