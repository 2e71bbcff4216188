/** One item of a week as a row: state, kind, name and details. */
import { IconClipboardText, IconMovie, IconVideo, type TablerIcon } from '@tabler/icons-react'
import { Row } from '#ui/row.tsx'
import { useIsPhone } from '#ui/use-breakpoint.ts'
import { StatusIcon } from '#ui/status-icon.tsx'
import { type ItemKind, toItemView, type WeekItem } from './week-item.ts'

const icons: Record<ItemKind, TablerIcon> = { RECORDED: IconMovie, LIVE: IconVideo, ASSIGNMENT: IconClipboardText }

type Props = { item: WeekItem; to: string; now: number; isCurrent?: boolean }

export function WeekItemRow({ item, to, now, isCurrent = false }: Props) {
  // The meta line says what kind of thing it is: on phones only the state comes before the name.
  const isPhone = useIsPhone()
  const { glyph, share, meta, fact, tone } = toItemView(item, now)
  const Icon = icons[item.kind]
  const state = glyph && <StatusIcon name={glyph} {...(share !== undefined && { share })} />
  const kind = <Icon size={18} stroke={1.75} aria-hidden />
  return (
    <Row
      to={to}
      name={item.title}
      meta={meta}
      {...(state ? { glyph: state, ...(!isPhone && { icon: kind }) } : { icon: kind })}
      {...(fact && { fact, factTone: tone })}
      isCurrent={isCurrent}
    />
  )
}
