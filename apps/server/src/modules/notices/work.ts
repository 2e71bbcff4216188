/** Announces to students what is new or moved in their courses. */

import { sql } from 'drizzle-orm'
import type { Dependencies } from '#call/dependencies.ts'
import type { Db } from '#db/client.ts'
import { notify, type NewNotice } from '#modules/notices/notify.ts'

interface Item extends Record<string, unknown> {
  id: string
  courseId: string
  weekId: string
  type: 'RECORDED' | 'LIVE' | 'ASSIGNMENT'
  title: string
}

/** An item that students see is announced once its course is published, together with its time. */
const isShown = (at: string) =>
  sql`item.opens_at <= ${at}::timestamptz and exists (select from courses course where course.id = item.course_id and course.status = 'PUBLISHED' and course.deleted_at is null)`
const time = sql`coalesce(item.due_at, item.starts_at)`
const columns = sql`item.id, item.course_id as "courseId", item.week_id as "weekId", item.type, item.title`

/** Items that were not announced yet, now stored as announced. In the order of the weeks. */
export async function claimNew(db: Db, at: string): Promise<Item[]> {
  const { rows } = await db.execute<Item>(sql`
    with announced as (
      insert into announced_items (item_id, course_id, time)
      select item.id, item.course_id, ${time} from course_items item
      where ${isShown(at)} and not exists (select from announced_items known where known.item_id = item.id)
      order by item.id on conflict do nothing returning item_id)
    select ${columns} from announced join course_items item on item.id = announced.item_id
    order by item.week, item.position nulls last, item.due_at, item.id`)
  return rows
}

/** Items whose time is another than announced, and is not over; it is now stored as announced. */
async function claimMoved(db: Db, at: string): Promise<Item[]> {
  const { rows } = await db.execute<Item & { isOver: boolean }>(sql`
    update announced_items known set time = ${time}
    from course_items item
    where item.id = known.item_id and ${time} is distinct from known.time and ${isShown(at)}
    returning ${columns}, coalesce(known.time <= ${at}::timestamptz, false) as "isOver"`)
  return rows.filter(({ isOver }) => !isOver)
}

async function listStudentsOf(db: Db, courseIds: readonly string[]): Promise<Map<string, string[]>> {
  const { rows } = await db.execute<{ courseId: string; userIds: string[] }>(sql`
    select course_id as "courseId", array_agg(user_id) as "userIds" from course_students
    where course_id = any(${sql.param(courseIds)}::uuid[]) group by course_id`)
  return new Map(rows.map(({ courseId, userIds }) => [courseId, userIds]))
}

const aboutItem = ({ id, type, title, weekId }: Item) => ({
  title,
  weekId,
  ...(type === 'ASSIGNMENT' ? { assignmentId: id } : { mediaId: id }),
})
/** Unread notices about one item are one row. */
const itemGroup = (id: string): string => `item:${id}`

/** One notice for all that is new in a course. */
function toNewNotice(items: readonly Item[], at: string): Omit<NewNotice, 'userIds'> {
  const [first, ...others] = items as [Item, ...Item[]]
  const about =
    others.length === 0
      ? { groupKey: itemGroup(first.id), subject: { ...aboutItem(first), outcome: 'NEW' as const } }
      : { groupKey: `work:${first.courseId}`, subject: { title: first.title, outcome: 'NEW' as const, others: others.length } }
  return { kind: 'WORK', courseId: first.courseId, sourceId: `new:${first.courseId}:${at}`, actorId: null, ...about }
}

/** Students get an email of its own about a session that moved. */
const toMovedNotice = (item: Item, at: string): Omit<NewNotice, 'userIds'> => ({
  kind: 'WORK',
  courseId: item.courseId,
  groupKey: itemGroup(item.id),
  sourceId: `moved:${item.id}:${at}`,
  actorId: null,
  subject: { ...aboutItem(item), outcome: 'MOVED' },
  isEmailed: item.type === 'ASSIGNMENT',
})

/** An unread notice about an item that moves is replaced: it has one row, and what it leads to has the new time. */
const deleteUnread = (db: Db, items: readonly Item[]) =>
  db.execute(sql`delete from notices where course_id = any(${sql.param(items.map(({ courseId }) => courseId))}::uuid[]) and kind = 'WORK'
    and read_at is null and group_key = any(${sql.param(items.map(({ id }) => itemGroup(id)))}::text[])`)

/** What changed since the last time: ten items that are published at once are one notice. */
export async function announceWork({ database, now }: Pick<Dependencies, 'database' | 'now'>): Promise<void> {
  await database.transaction(async (db) => {
    const at = now().toISOString()
    const [added, moved] = [await claimNew(db, at), await claimMoved(db, at)]
    if (added.length + moved.length === 0) return
    const byCourse = [...Map.groupBy(added, ({ courseId }) => courseId).values()]
    const notices = [...byCourse.map((items) => toNewNotice(items, at)), ...moved.map((item) => toMovedNotice(item, at))]
    if (moved.length > 0) await deleteUnread(db, moved)
    const students = await listStudentsOf(
      db,
      notices.map(({ courseId }) => courseId),
    )
    await notify(
      db,
      notices.map((notice) => ({ ...notice, userIds: students.get(notice.courseId) ?? [] })),
      now(),
    )
  })
}
