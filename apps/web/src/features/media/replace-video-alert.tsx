/** What replacing a recording means for people who have started to watch, shown before it is saved; the trainer can choose otherwise. */
import type { Media } from '@lms/contract/media'
import { Radio, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Alert } from '#ui/alert.tsx'
import { viewersQuery } from './api.ts'
import { byLength, describeReplacement, type Watching } from './replace-video-text.ts'

type Props = {
  media: Media
  /** Seconds of the new one; null where nobody can measure it, undefined while it is not known. */
  next: number | null | undefined
  said?: Watching | undefined
  onSay?: (said: Watching) => void
}

const choices = [
  { value: 'KEEP', label: 'The same, corrected: they go on' },
  { value: 'RESTART', label: 'Another recording: they start again' },
] as const satisfies readonly { value: Watching; label: string }[]

export function ReplaceVideoAlert({ media, next, said, onSay }: Props) {
  const { data } = useQuery({ ...viewersQuery({ params: { courseId: media.courseId, id: media.id } }), refetchOnMount: 'always' })
  const words = data && describeReplacement(data, media.durationSeconds, next, said)
  if (!words) return null
  const isAsked = onSay !== undefined && next !== undefined && data.started > 0
  return (
    <Stack gap={12}>
      <Alert role="status" tone={words.tone} title={words.title}>
        {words.text}
      </Alert>
      {isAsked && (
        <Radio.Group label="What is the new one?" value={said ?? byLength(media.durationSeconds, next)}>
          <Stack gap={8} mt={8}>
            {choices.map(({ value, label }) => (
              <Radio key={value} value={value} label={label} onChange={() => onSay(value)} />
            ))}
          </Stack>
        </Radio.Group>
      )}
    </Stack>
  )
}
