/** The imports of the last days, each a way back to what became of it. Nothing where there are none. */
import type { KeptImport } from '@lms/contract/users'
import { useQuery } from '@tanstack/react-query'
import { toLoadError } from '#lib/load-error.ts'
import { dayAndTime } from '#lib/format-date.ts'
import { LoadFailed } from '#ui/load-failed.tsx'
import { Row, Rows, Section } from '#ui/row.tsx'
import { importsQuery } from '../api.ts'
import { roleLabels } from '../labels.ts'
import classes from './last-imports.module.css'
import { grouped } from './labels.ts'

const partsOf = ({ summary, course, role, invite, undone }: KeptImport): string =>
  [
    undone && 'Taken back',
    summary.created > 0 && `${grouped(summary.created)} added${invite ? '' : ', not written to'}`,
    summary.enrolled > 0 && `${grouped(summary.enrolled)} enrolled`,
    summary.unchanged > 0 && `${grouped(summary.unchanged)} unchanged`,
    course ? `${roleLabels[role]}s of ${course.title}` : `${roleLabels[role]}s`,
  ]
    .filter(Boolean)
    .join(' · ')

/** `to` is the address of a result. */
export function LastImports({ to }: { to: (kept: KeptImport) => string }) {
  const list = useQuery({ ...importsQuery(), refetchOnMount: 'always' })
  if (list.isError && !list.data) return <LoadFailed title="Your last imports did not load" {...toLoadError(list)} />
  const items = list.data?.items ?? []
  if (items.length === 0) return null
  return (
    <Section title="Your last imports">
      <p className={classes.help}>What became of each, and the rows to fix. Kept for seven days, for you alone.</p>
      <Rows label="Your last imports">
        {items.map((kept) => (
          <Row
            key={kept.id}
            to={to(kept)}
            name={kept.fileName || 'A file without a name'}
            meta={`${dayAndTime(kept.createdAt)} · ${partsOf(kept)}`}
            {...(kept.summary.failed > 0 &&
              !kept.undone && { fact: `${grouped(kept.summary.failed)} left out`, factTone: 'warn' as const })}
          />
        ))}
      </Rows>
    </Section>
  )
}
