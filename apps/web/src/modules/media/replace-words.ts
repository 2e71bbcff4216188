/** What is said of those who watch a recording when another one takes its place; the server decides by the same lengths (decision 62). */
import { isSameLength } from '@lms/contract/counting'
import { position } from '#lib/times.ts'

type Viewers = { begun: number; watched: number }
type Words = { tone: 'info' | 'warn'; title: string; text: string }

const people = (count: number): string => (count === 1 ? '1 person' : `${count} people`)
const has = (count: number): string => (count === 1 ? 'has' : 'have')

const stays = (watched: number): string =>
  watched === 0 ? '' : watched === 1 ? ' The one who has watched it stays marked.' : ` The ${watched} who have watched it stay marked.`

/** Null where nobody has begun, or nothing is measured. Lengths in seconds; `next` is undefined while it is not known. */
export function replaceWords({ begun, watched }: Viewers, now: number | null, next: number | null | undefined): Words | null {
  if ((begun === 0 && watched === 0) || (now === null && next === null)) return null
  const title = `${people(begun)} ${has(begun)} begun to watch this recording`
  if (begun === 0)
    return {
      tone: 'info',
      title: `${people(watched)} ${has(watched)} watched this recording`,
      text: watched === 1 ? 'Who has watched it stays marked.' : 'They stay marked.',
    }
  if (next === undefined)
    return { tone: 'warn', title, text: `If the new one has another length, they start again from the beginning.${stays(watched)}` }
  // One of the two cannot be measured, as a file that is gone or a link to another site.
  if (now === null || next === null) return { tone: 'warn', title, text: `They start again from the beginning.${stays(watched)}` }
  if (isSameLength(now, next))
    return { tone: 'info', title, text: `The new one is just as long, so they go on where they are.${stays(watched)}` }
  const lengths = `${position(next)} instead of ${position(now)}`
  return {
    tone: 'warn',
    title,
    text: `The new one has another length (${lengths}), so they start again from the beginning.${stays(watched)}`,
  }
}
