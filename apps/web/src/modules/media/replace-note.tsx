/** What another recording in the place of one means for those who have begun to watch, said before it is saved. */
import type { Media } from '@lms/contract/media'
import { useQuery } from '@tanstack/react-query'
import { Note } from '#ui/note.tsx'
import { viewersQuery } from './queries.ts'
import { replaceWords } from './replace-words.ts'

type Props = {
  media: Media
  /** Seconds of the new one; null where nobody can measure it, undefined while it is not known. */
  next: number | null | undefined
}

export function ReplaceNote({ media, next }: Props) {
  const { data } = useQuery({ ...viewersQuery({ params: { courseId: media.courseId, id: media.id } }), refetchOnMount: 'always' })
  const words = data && replaceWords(data, media.durationSeconds, next)
  return words ? (
    <Note role="status" tone={words.tone} title={words.title}>
      {words.text}
    </Note>
  ) : null
}
