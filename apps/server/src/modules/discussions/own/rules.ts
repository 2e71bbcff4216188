/** Numbers of the discussions of several courses. Pure. */

interface Counts {
  all: number
  unanswered: number
  unread: number
  mine: number
  waitingGroup: number
  unreadGroup: number
  oldestUnansweredAt: string | null
  newSince: string | null
}

const earliest = (times: readonly (string | null)[]): string | null => times.filter((time) => time !== null).toSorted()[0] ?? null

/** Of all of these courses. */
export function addCounts(courses: readonly Counts[]) {
  const sum = (count: (course: Counts) => number) => courses.reduce((all, course) => all + count(course), 0)
  const [all, waiting, unread] = [sum((one) => one.all), sum((one) => one.waitingGroup), sum((one) => one.unreadGroup)]
  return {
    all,
    unanswered: sum((one) => one.unanswered),
    unread: sum((one) => one.unread),
    mine: sum((one) => one.mine),
    groups: { UNANSWERED: waiting, UNREAD: unread, READ: all - waiting - unread },
    oldestUnansweredAt: earliest(courses.map((one) => one.oldestUnansweredAt)),
    newSince: earliest(courses.map((one) => one.newSince)),
  }
}
