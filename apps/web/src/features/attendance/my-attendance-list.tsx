/** A student's own sessions of a course as rows by week. */
import { AttendanceStatus, attendanceLabels } from '#ui/attendance-status.tsx'
import { Row, RowGroup } from '#ui/row.tsx'
import type { MySession, MyWeek } from './my-sessions.ts'
import { getMark } from './attendance-records.ts'

/** Where nobody marked, what is known stands at the right instead of a word for nothing. */
function metaOf({ when, evidence, entry }: MySession): string {
  const remark = entry?.remark ? `“${entry.remark}”` : ''
  return [when, getMark(entry) !== null && evidence, remark].filter(Boolean).join(' · ')
}

type Props = { weeks: readonly MyWeek[]; to: (weekId: string, session: MySession['session']) => string | undefined }

export const MyAttendanceList = ({ weeks, to }: Props) =>
  weeks.map(({ weekId, number, title, sessions }) => (
    <RowGroup key={weekId} title={`Week ${number}, ${title}`}>
      {sessions.map((own) => {
        const mark = getMark(own.entry)
        return (
          <Row
            key={own.session.id}
            to={to(weekId, own.session)}
            glyph={<AttendanceStatus mark={mark ?? 'NOT_TAKEN'} isSpoken={false} />}
            name={own.name}
            meta={metaOf(own)}
            fact={mark ? attendanceLabels[mark] : own.evidence}
            factTone={mark === 'ABSENT' ? 'bad' : mark === 'LATE' ? 'warn' : 'quiet'}
          />
        )
      })}
    </RowGroup>
  ))
