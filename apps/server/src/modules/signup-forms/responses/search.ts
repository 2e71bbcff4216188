/** Responses to a form by a filter, in SQL: pages of them, and exports. */

import { and, asc, eq, gt, isNull, not, sql, type Placeholder, type SQL } from 'drizzle-orm'
import type { ReviewStatus } from '@lms/contract/signup-responses'
import { canMoveUp } from '#access/conditions.ts'
import { prepared, type Db } from '#db/drizzle.ts'
import { isFound, paged, pageShape, skipped, total, type Page, type PageShape } from '#db/page.ts'
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

/** The waiting list of a form, in order. */
const waitingList = (db: Db, formId: string | Placeholder) =>
  db
    .select({
      id: signupResponses.id,
      place: sql<number>`(row_number() over (order by ${signupResponses.waitlistedAt}, ${signupResponses.id}))::int`.as('place'),
    })
    .from(signupResponses)
    .innerJoin(users, and(eq(users.id, signupResponses.userId), canMoveUp))
    .where(and(eq(signupResponses.formId, formId), eq(signupResponses.status, 'WAITLISTED')))
    .as('waiting_list')

/** Leaving a course does not change the response; the membership says whether the user is enrolled. */
export const hasLeft = (formId: string | Placeholder) => sql<boolean>`(${signupResponses.status} = 'APPROVED' and not exists (
  select from ${memberships} where ${memberships.courseId} = (select ${signupForms.courseId} from ${signupForms} where ${signupForms.id} = ${formId})
    and ${memberships.userId} = ${signupResponses.userId} and ${memberships.role} = 'STUDENT' and ${memberships.status} = 'ACTIVE'))`
export const reviewStatus = (formId: string | Placeholder) =>
  sql<ReviewStatus>`case when ${hasLeft(formId)} then 'LEFT' else ${signupResponses.status} end`

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

/** What the answers hold if the option of a `choice` was chosen, as JSON: as one value, or among several. */
function toAnswers(choice: string): string[] {
  const at = choice.indexOf(':')
  const [questionId, option] = [choice.slice(0, at), choice.slice(at + 1)]
  return [option, [option]].map((value) => JSON.stringify([{ questionId, value }]))
}

const hasAnswered = (questionId: Placeholder): SQL => sql`exists (
  select from jsonb_array_elements(${signupResponses.answers}) answer
  where answer ->> 'questionId' = ${questionId} and btrim(answer ->> 'value', ' []"') <> '')`

function hasStatus(status: ReviewStatus, formId: string | Placeholder): SQL | undefined {
  if (status === 'LEFT') return hasLeft(formId)
  return and(eq(signupResponses.status, status), status === 'APPROVED' ? not(hasLeft(formId)) : undefined)
}

/** The parts of a filter that change the statement, not its values. */
interface Shape {
  status: ReviewStatus | undefined
  hasSearch: boolean
  choices: number
  hasAnswered: boolean
}
const toShape = ({ status, search, choice = [], answered }: ResponseFilter): Shape => ({
  status,
  hasSearch: Boolean(search),
  choices: choice.length,
  hasAnswered: answered !== undefined,
})
const toValues = (formId: string, { search, choice = [], answered }: ResponseFilter) => ({
  formId,
  search,
  answered,
  ...Object.fromEntries(choice.map((one, index) => [`choice${index}`, toAnswers(one)])),
})

/** Withdrawn responses are only listed on request. */
function toCondition(shape: Shape) {
  const formId = placeholder('formId')
  const isChosen = (_: unknown, index: number) => sql`${signupResponses.answers} @> any(${placeholder(`choice${index}`)}::jsonb[])`
  return and(
    eq(signupResponses.formId, formId),
    isNull(users.deletedAt),
    shape.status ? hasStatus(shape.status, formId) : sql`${signupResponses.status} <> 'WITHDRAWN'`,
    shape.hasSearch ? isFound(users.searchText, placeholder('search')) : undefined,
    ...Array.from({ length: shape.choices }, isChosen),
    shape.hasAnswered ? hasAnswered(placeholder('answered')) : undefined,
  )
}

const orders: Record<Sort, SQL[]> = {
  sentAt: [sql`${signupResponses.sentAt}, ${signupResponses.id}`],
  '-sentAt': [sql`${signupResponses.sentAt} desc, ${signupResponses.id} desc`],
  name: [sql`${users.name}, ${signupResponses.id}`],
  '-name': [sql`${users.name} desc, ${signupResponses.id} desc`],
  place: [sql`${signupResponses.waitlistedAt} nulls last, ${signupResponses.id}`],
}

const responsePage = prepared((db, shape: Shape, sort: Sort, { size, isFirst }: PageShape) => {
  const formId = placeholder('formId')
  const waiting = waitingList(db, formId)
  const rows = db
    .select({ ...columns, status: reviewStatus(formId), place: sql<number | null>`${waiting.place}` })
    .from(signupResponses)
    .innerJoin(users, eq(users.id, signupResponses.userId))
    .leftJoin(waiting, eq(waiting.id, signupResponses.id))
    .where(toCondition(shape))
    .orderBy(...orders[sort])
    .limit(size)
  return isFirst ? rows : rows.offset(skipped)
})
const responseTotal = prepared((db, shape: Shape) =>
  db.select(total).from(signupResponses).innerJoin(users, eq(users.id, signupResponses.userId)).where(toCondition(shape)),
)

/** `inStatus`: how many there are in a state, or in all but WITHDRAWN. */
export const listResponsesOf = (
  db: Db,
  formId: string,
  { sort, ...filter }: ResponseFilter & { sort: Sort },
  inStatus: (status: ReviewStatus | undefined) => number,
  page: Page,
) => {
  const [shape, values] = [toShape(filter), toValues(formId, filter)]
  const isByStatus = !shape.hasSearch && shape.choices === 0 && !shape.hasAnswered
  return paged(
    (limit, offset) => responsePage(db, { ...values, offset }, shape, sort, pageShape(limit, offset)),
    async () => (isByStatus ? [{ total: inStatus(filter.status) }] : responseTotal(db, values, shape)),
    page,
  )
}

const responsesAfter = prepared((db, shape: Shape, isFirst: boolean) =>
  db
    .select({
      id: signupResponses.id,
      name: users.name,
      email: users.email,
      status: reviewStatus(placeholder('formId')),
      sentAt: signupResponses.sentAt,
      decidedAt: signupResponses.decidedAt,
      answers: signupResponses.answers,
    })
    .from(signupResponses)
    .innerJoin(users, eq(users.id, signupResponses.userId))
    .where(and(toCondition(shape), isFirst ? undefined : gt(signupResponses.id, placeholder('after'))))
    .orderBy(asc(signupResponses.id))
    .limit(placeholder('limit')),
)
/** By id, for exports: the next ones `after`. */
export const listResponsesAfter = (db: Db, formId: string, filter: ResponseFilter, after: string | undefined, limit: number) =>
  responsesAfter(db, { ...toValues(formId, filter), after, limit }, toShape(filter), after === undefined)
