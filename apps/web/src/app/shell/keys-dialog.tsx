/** The keys of the screen, of lists, and of every page. Grading and the player have lists of their own. */

import { matchPath, useLocation } from 'react-router'
import { isStudentRole, type Role } from '@lms/contract/policy'
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
const nextUnread: Keys = [['Next unread', ['N']]]
const discussions: Keys = [...move, ['Only unread, or all', ['U']]]

type OfScreens = readonly (readonly [pattern: string, keys: Keys])[]

/** By the pattern of their address. */
const ofScreens: OfScreens = [
  [paths.myDiscussions.pattern, [...discussions, ...nextUnread]],
  [paths.discussions.pattern, [['New discussion', ['C']], ...discussions]],
  [paths.discussion.pattern, [...move, ['Reply', ['R']], ...nextUnread, ['Back to the list', ['U']]]],
]
const ofScreensForStaff: OfScreens = [
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
  [paths.dashboard.pattern, [['Next open register', ['R']]]],
  [paths.userDetails.pattern, [...move, ['Write', ['E']]]],
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
  const screens = isStudentRole(role) ? ofScreens : [...ofScreensForStaff, ...ofScreens]
  const own = screens.find(([pattern]) => matchPath(pattern, pathname))?.[1] ?? []
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
