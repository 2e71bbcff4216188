/** A student's own sessions of a course as rows by week. */
import { AttendanceToken, attendanceWords } from '#ui/attendance-token.tsx'
import { Row, RowGroup } from '#ui/row.tsx'
import type { OwnSession, OwnWeek } from './own-sessions.ts'
import { markOf } from './records.ts'

/** Where nobody marked, what is known stands at the right instead of a word for nothing. */
function metaOf({ when, evidence, entry }: OwnSession): string {
  const remark = entry?.remark ? `“${entry.remark}”` : ''
  return [when, markOf(entry) !== null && evidence, remark].filter(Boolean).join(' · ')
}

type Props = { weeks: readonly OwnWeek[]; to: (weekId: string, session: OwnSession['session']) => string | undefined }

export const OwnList = ({ weeks, to }: Props) =>
  weeks.map(({ weekId, number, title, sessions }) => (
    <RowGroup key={weekId} title={`Week ${number}, ${title}`}>
      {sessions.map((own) => {
        const mark = markOf(own.entry)
        return (
          <Row
            key={own.session.id}
            to={to(weekId, own.session)}
            glyph={<AttendanceToken mark={mark ?? 'NOT_TAKEN'} isSpoken={false} />}
            name={own.name}
            meta={metaOf(own)}
            fact={mark ? attendanceWords[mark] : own.evidence}
            factTone={mark === 'ABSENT' ? 'bad' : mark === 'LATE' ? 'warn' : 'quiet'}
          />
        )
      })}
    </RowGroup>
  ))
