/** The keys of the screen, of lists, and of every page. Grading and the player have lists of their own. */

import { matchPath, useLocation } from 'react-router'
import type { Role } from '@lms/contract/policy'
import { useShortcutsEnabled } from '#lib/keyboard-shortcuts.ts'
import { paths } from '#lib/paths.ts'
import { ShortcutsDialog } from '#ui/dialog.tsx'
import { listGoKeys } from './go-keys.ts'

type Keys = readonly (readonly [action: string, keys: readonly string[]])[]

const move: Keys = [['Next, previous', ['J', 'K']]]
const toRows: Keys = [
  ['To the rows', ['J']],
  ['Select', ['X']],
]
const register: Keys = [
  ['Present, Late, Excused, Absent', ['P', 'L', 'E', 'A']],
  ['Several rows', ['Shift', '↓']],
  ['Clear the mark', ['Backspace']],
  ['Note', ['N']],
  ['History of the mark', ['H']],
  ['Undo', ['Ctrl', 'Z']],
]
const discussions: Keys = [...move, ['Next unread', ['N']], ['Only unread, or all', ['U']]]

/** By the pattern of their address. */
const ofScreens: readonly (readonly [pattern: string, keys: Keys])[] = [
  [paths.attendance.pattern, [...register, ['Next open register', ['R']]]],
  [paths.markAttendance.pattern, register],
  [paths.people.pattern, [...toRows, ['Write to the selected', ['E']], ['Print', ['Ctrl', 'P']]]],
  [paths.submissions.pattern, toRows],
  [
    paths.marks.pattern,
    [
      ['Move', ['←', '→', '↑', '↓']],
      ['Open', ['Enter']],
    ],
  ],
  [paths.course.pattern, [['Add to the week', ['A']]]],
  [paths.myDiscussions.pattern, discussions],
  [paths.discussions.pattern, [['New discussion', ['C']], ...discussions]],
  [paths.discussion.pattern, [...move, ['Reply', ['R']], ['Next unread', ['N']], ['Back to the list', ['U']]]],
  [paths.userDetails.pattern, [...move, ['Write', ['E']]]],
  [paths.dashboard.pattern, [['Next register', ['R']]]],
]

const everywhere: Keys = [
  ['Search or jump to', ['Ctrl', 'K']],
  ['Search this list', ['/']],
  ['These keys', ['?']],
  ['Close, clear the selection', ['Esc']],
]

export function KeysDialog({ role, onClose }: { role: Role; onClose: () => void }) {
  const { pathname } = useLocation()
  const hasLetters = useShortcutsEnabled()
  const own = ofScreens.find(([pattern]) => matchPath(pattern, pathname))?.[1] ?? []
  const go = listGoKeys(role).map(({ label, letter }) => [`Go to ${label}`, ['G', letter.toUpperCase()]] as const)
  return (
    <ShortcutsDialog
      isOpen
      onClose={onClose}
      title="Keyboard shortcuts"
      note={hasLetters ? 'Letters work outside of fields.' : 'Single-key shortcuts are turned off in your profile.'}
      shortcuts={[...own, ...everywhere, ...go]}
    />
  )
}
