/** What is said of those who watch a recording when another one takes its place; the server decides by the same lengths (docs/domains/media-and-player.md). */
import { isSameLength } from '@lms/contract/attendance-rules'
import { position } from '#lib/format-date.ts'
import { pluralize } from '#lib/pluralize.ts'

type Viewers = { started: number; watched: number }
type Words = { tone: 'info' | 'warn'; title: string; text: string }
type Length = number | null
export type Watching = 'KEEP' | 'RESTART'

const formatPeople = (count: number): string => pluralize(count, 'person', 'people')
const has = (count: number): string => (count === 1 ? 'has' : 'have')

const describeStaying = (watched: number): string =>
  watched === 0 ? '' : watched === 1 ? ' The student who has watched it stays marked.' : ` The ${watched} who have watched it stay marked.`

const outcomes: Record<Watching, string> = { KEEP: 'they go on where they are', RESTART: 'they start again from the beginning' }

/** What happens where nobody says otherwise. */
export const byLength = (now: Length, next: Length): Watching => (isSameLength(now, next) ? 'KEEP' : 'RESTART')

/** One of the two may have no length, like a deleted file or a link to another site. */
function describeLength(now: Length, next: Length): string | null {
  if (now === null || next === null) return null
  return isSameLength(now, next)
    ? 'The new one is just as long'
    : `The new one has another length (${position(next)} instead of ${position(now)})`
}

/** “The new one is just as long, so they go on where they are.” */
function describeLengthChange(now: Length, next: Length, watching: Watching): string {
  const [fact, outcome] = [describeLength(now, next), outcomes[watching]]
  if (fact === null) return `${outcome.charAt(0).toUpperCase()}${outcome.slice(1)}.`
  return `${fact}, ${watching === byLength(now, next) ? 'so' : 'but'} ${outcome}.`
}

/** Null if nobody has started, or nothing is measured. Lengths in seconds; `next` is undefined while it is not known. `said`: by who replaces it. */
export function describeReplacement({ started, watched }: Viewers, now: Length, next: Length | undefined, said?: Watching): Words | null {
  if ((started === 0 && watched === 0) || (now === null && next === null)) return null
  const title = `${formatPeople(started)} started watching this recording`
  if (started === 0)
    return {
      tone: 'info',
      title: `${formatPeople(watched)} ${has(watched)} watched this recording`,
      text: watched === 1 ? 'The student stays marked.' : 'They stay marked.',
    }
  if (next === undefined)
    return { tone: 'warn', title, text: `If the new one has another length, ${outcomes.RESTART}.${describeStaying(watched)}` }
  const watching = said ?? byLength(now, next)
  return { tone: watching === 'KEEP' ? 'info' : 'warn', title, text: describeLengthChange(now, next, watching) + describeStaying(watched) }
}
