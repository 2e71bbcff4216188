/** Where G and a letter lead: pages of the menu, and the profile. */

import type { Role } from '@lms/contract/policy'
import { listPageActions } from './menu-items.ts'

/** By the name of the page; no menu has two pages with one letter. */
const letters: Record<string, string> = {
  Dashboard: 'd',
  Courses: 'c',
  'My Courses': 'c',
  'Enrolled Courses': 'e',
  Assignments: 's',
  'My Assignments': 's',
  Attendance: 'a',
  'All Media': 'm',
  Users: 'u',
  'Import Users': 'i',
  Discussions: 'd',
  'Your Profile': 'p',
}

export const listGoKeys = (role: Role): readonly { label: string; to: string; letter: string }[] =>
  listPageActions(role).flatMap(({ label, to }) => (letters[label] ? [{ label, to, letter: letters[label] }] : []))
