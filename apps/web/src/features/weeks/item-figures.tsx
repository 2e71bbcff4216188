/** What a class has done with an item of a week, in figures that lead to those people. */

import { Link } from 'react-router'
import { isPast } from '@lms/contract/rules/late-policy'
import { paths } from '#lib/paths.ts'
import { serverNow } from '#lib/server-clock.ts'
import { livePhase } from '#features/live-sessions/live-session.ts'
import type { WeekItem } from './week-item.tsx'
import classes from './item-figures.module.css'

type Figure = { words: string; to: string; isWaiting?: boolean }

type Place = { courseId: string; weekId: string; /** Sessions of the course whose registers are open. */ openRegisters: readonly string[] }

function sessionFigures({ id, media, doneBy }: WeekItem, { courseId, weekId, openRegisters }: Place): Figure[] {
  const phase = media && livePhase(media, serverNow())
  if (!phase || phase === 'scheduled') return []
  const to = paths.markAttendance.to({ courseId, weekId }, { session: id })
  const isOpen = openRegisters.includes(id) || phase === 'soon' || phase === 'live'
  // A register that is not open may be complete, closed, or too long ago to ask for.
  const register = { words: isOpen ? 'Register open' : 'Register', to, isWaiting: isOpen }
  return doneBy && doneBy.done > 0 ? [{ words: `${doneBy.done} of ${doneBy.of} attended or watched`, to }, register] : [register]
}

function assignmentFigures({ id, assignment, counts }: WeekItem, { courseId }: Place): Figure[] {
  if (!counts || assignment?.status === 'DRAFT') return []
  const { toGrade, submitted, students, oldest } = counts
  const isOver = assignment?.status === 'CLOSED' || isPast(assignment?.dueAt ?? null, serverNow())
  // Past its due time, those without work are looked for.
  const list = paths.submissions.to({ courseId, assignmentId: id }, { tab: isOver && submitted < students ? 'missing' : null })
  const work = { words: `${submitted} of ${students} submitted`, to: list }
  if (!oldest) return [work]
  const first = paths.submission.to({ submissionId: oldest.submissionId, courseId }, { tab: 'to-grade' })
  return [{ words: `${toGrade} to grade`, to: first, isWaiting: true }, work]
}

function videoFigures({ id, doneBy }: WeekItem, { courseId, weekId }: Place): Figure[] {
  if (!doneBy || doneBy.of === 0) return []
  const show = doneBy.done < doneBy.of ? 'unmarked' : null
  return [{ words: `${doneBy.done} of ${doneBy.of} watched`, to: paths.markAttendance.to({ courseId, weekId }, { session: id, show }) }]
}

const figuresOf = { RECORDED: videoFigures, LIVE: sessionFigures, ASSIGNMENT: assignmentFigures }

/** Undefined if there is nothing to count, as before a session. */
export function showFigures(item: WeekItem, place: Place) {
  const figures = figuresOf[item.kind](item, place)
  if (figures.length === 0) return undefined
  return (
    <span className={classes.figures}>
      {figures.map(({ words, to, isWaiting = false }) => (
        <Link key={words} to={to} className={isWaiting ? classes.waiting : undefined}>
          {words}
        </Link>
      ))}
    </span>
  )
}
