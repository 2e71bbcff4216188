/** How each dialog that shows names, titles or other words of people is opened in the planted course; the others have none. */

import { expect, type Page } from '@playwright/test'
import { paths } from '../apps/web/src/lib/paths.ts'
import type { Planted } from './planted-course.ts'

/** Presses what is called so, one after the other, on the page `at`; what opens is a dialog. */
type Way = {
  /** The file of the dialog in `apps/web/src`. */
  file: string
  at: string
  press: (string | RegExp)[]
  /** Typed into the field of the dialog, which then lists what it finds. */
  type?: string
  /** The label of a field that is emptied before the last press. */
  empties?: string
  only?: 'desktops' | 'phones'
}

/** Those that open at the same address follow each other, so that the page is loaded once for them. */
export const dialogsOfTrainer = ({ ids, run }: Planted): Way[] => {
  const { course: courseId, assignment: assignmentId, submission: submissionId } = ids
  const ofWeek = { courseId, weekId: ids.week }
  const course = paths.course.to({ courseId })
  const submissions = paths.submissions.to({ courseId, assignmentId })
  const edit = paths.assignmentEdit.to({ ...ofWeek, assignmentId })
  const grading = paths.submission.to({ submissionId, courseId })
  const people = paths.people.to({ courseId })
  const discussion = paths.discussion.to({ courseId, discussionId: ids.discussion })
  const emails = paths.courseEmails.to({ courseId })
  const responses = paths.signUpResponses.to({ courseId: ids.formCourse })
  const register = `${paths.markAttendance.to(ofWeek)}?session=${ids.session}`
  return [
    { file: 'features/search/search-palette.tsx', at: course, press: ['Search or jump to'], type: run },
    { file: 'features/weeks/week-actions.tsx', at: course, press: ['Actions for week 1', /^Delete/] },
    { file: 'features/weeks/add-week.tsx', at: course, press: ['Add week'] },
    { file: 'features/weeks/move-to-week.tsx', at: course, press: [new RegExp(`^Actions for .*${run}`), /^Move to week/] },
    { file: 'features/join-links/join-link-menu.tsx', at: course, press: ['More about the join link', 'Reset link'] },
    { file: 'features/join-links/large-join-link.tsx', at: course, press: ['Show large'] },
    {
      file: 'features/media/media-actions.tsx',
      at: paths.mediaEdit.to({ ...ofWeek, mediaId: ids.video }),
      press: [/^Delete the recording/],
    },
    { file: 'features/emails/email-details.tsx', at: emails, press: ['Read the email'], only: 'desktops' },
    { file: 'features/emails/email-details.tsx', at: emails, press: [new RegExp(run), 'Read the email'], only: 'phones' },
    { file: 'features/emails/composer.tsx', at: `${emails}?page=1`, press: ['Write email'] },
    { file: 'features/discussions/discussion-screen.tsx', at: discussion, press: ['More for this discussion', 'Delete discussion'] },
    { file: 'features/discussions/comment-item.tsx', at: discussion, press: [/1 earlier version/] },
    { file: 'features/submissions/student-dialogs.tsx', at: submissions, press: [/^Actions for/, /^Excuse/] },
    { file: 'features/submissions/student-dialogs.tsx', at: submissions, press: [/^Actions for/, /^Extend/] },
    { file: 'features/assignments/assignment-actions.tsx', at: edit, press: [/^Delete/] },
    { file: 'features/assignments/assignment-actions.tsx', at: edit, press: ['Duplicate'] },
    { file: 'features/submissions/return-button.tsx', at: grading, press: [/^Return$/], empties: 'Feedback', only: 'desktops' },
    { file: 'features/submissions/return-button.tsx', at: grading, press: [/^Grade$/, /^Return$/], empties: 'Feedback', only: 'phones' },
    { file: 'features/submissions/feedback-field.tsx', at: grading, press: [/^Actions for “/, 'Edit'], only: 'desktops' },
    { file: 'features/submissions/feedback-field.tsx', at: grading, press: [/^Grade$/, /^Actions for “/, 'Edit'], only: 'phones' },
    { file: 'features/marks/mark-options.tsx', at: paths.marks.to({ courseId }), press: ['Options'], only: 'desktops' },
    { file: 'features/marks/gradebook-phone.tsx', at: paths.marks.to({ courseId }), press: ['Show spread'], only: 'phones' },
    { file: 'features/attendance/attendance-options.tsx', at: `/attendance?course=${courseId}`, press: ['Options'], only: 'desktops' },
    { file: 'features/attendance/close-register.tsx', at: register, press: ['Close register'] },
    { file: 'features/attendance/record-history.tsx', at: register, press: [/^History of/] },
    { file: 'features/courses/people/limits-dialog.tsx', at: people, press: [/^Change when/] },
    { file: 'features/courses/people/extend-for-people.tsx', at: people, press: [/^Actions for/, 'Extend due time'] },
    { file: 'features/sign-up-forms/response-summary.tsx', at: `${responses}?tab=ALL&view=summary`, press: [/^Read 1/] },
    { file: 'features/sign-up-forms/response-panel.tsx', at: `${responses}?tab=ALL`, press: [new RegExp(`^${run}`)], only: 'phones' },
  ]
}

export const dialogsOfAdmin = ({ ids, run, importPath }: Planted): Way[] => {
  const edit = paths.userEdit.to({ userId: ids.person })
  const users = `/users?search=${run}`
  const details = paths.userDetails.to({ userId: ids.person })
  return [
    { file: 'features/users/user-actions.tsx', at: edit, press: [/^Delete/] },
    { file: 'features/users/remove-from-course.tsx', at: edit, press: [/^Remove from course/] },
    { file: 'features/users/user-actions.tsx', at: users, press: [/^Actions for/, 'Suspend'] },
    { file: 'features/users/user-actions.tsx', at: users, press: [/^Actions for/, /^Delete/] },
    { file: 'features/users/bulk-dialogs.tsx', at: users, press: [new RegExp(`^Choose .*${run}`), 'Enrol in course'], only: 'desktops' },
    { file: 'features/users/bulk-dialogs.tsx', at: users, press: [new RegExp(`^Choose .*${run}`), 'Send email'], only: 'desktops' },
    { file: 'features/users/bulk-actions.tsx', at: users, press: [new RegExp(`^Choose .*${run}`), /^Suspend$/], only: 'desktops' },
    { file: 'ui/filter-bar.tsx', at: `/users?course=${ids.course}`, press: ['Filters'], only: 'phones' },
    {
      file: 'features/users/remove-students.tsx',
      at: paths.people.to({ courseId: ids.course }),
      press: [/^Select (?!all)/, 'Remove from course'],
      only: 'desktops',
    },
    { file: 'features/users/user-side.tsx', at: details, press: ['Sign out all'] },
    { file: 'features/users/user-details-screen.tsx', at: details, press: ['Add to course'] },
    {
      file: 'features/users/import/undo-import.tsx',
      at: importPath,
      press: ['Undo this import'],
    },
    { file: 'features/courses/course-edit-screen.tsx', at: paths.courseEdit.to({ courseId: ids.course }), press: [/^Delete/] },
    { file: 'features/courses/course-menu.tsx', at: paths.course.to({ courseId: ids.course }), press: ['Course actions', 'Archive'] },
    { file: 'features/media/library-item.tsx', at: '/media/all-media', press: [new RegExp(`Actions for .*${run}`), 'Preview'] },
    { file: 'features/media/media-actions.tsx', at: '/media/all-media', press: [new RegExp(`Actions for .*${run}`), /^Delete the/] },
    { file: 'features/media/upload-where.tsx', at: `/media/all-media?course=${ids.course}`, press: [/^Upload$/] },
  ]
}

export const dialogsOfStudent = ({ ids, answering }: Planted): Way[] => [
  { file: 'features/submissions/submit-answers.tsx', at: answering[0]!, press: ['Review and submit'] },
  { file: 'features/join-links/enter-join-code.tsx', at: '/courses', press: ['I have a code'] },
  { file: 'features/attendance/not-right-dialog.tsx', at: `/attendance?course=${ids.course}`, press: ['This is not right'] },
]

/** Without a word of people: ours, numbers and dates. Or a name of a file, which has another test. */
export const dialogsWithoutTexts: Record<string, string> = {
  'app/shell/keys-dialog.tsx': 'keys, and pages of the menu',
  'app/shell/user-menu-items.tsx': 'asks whether to sign out',
  'features/attendance/export-attendance.tsx': 'days and marks',
  'features/calendar/calendar-feed.tsx': 'asks for a new address',
  'features/files/crop-dialog.tsx': 'a picture',
  'features/files/unfinished-uploads.tsx': 'names of files, in uploads-cut-off.spec.ts',
  'features/files/upload-row.tsx': 'names of files, in uploads.spec.ts',
  'features/marks/import/marks-import-screen.tsx': 'asks whether to go back',
  'features/media/player/player-controls.tsx': 'keys',
  'features/sign-up-forms/sign-up.tsx': 'asks whether to withdraw',
  'features/submissions/grading-keys.tsx': 'keys',
  'features/submissions/held-marks.tsx': 'numbers of marks',
  'ui/date-calendar.tsx': 'dates',
}

/** What is tried on each dialog, with a name for what it finds. */
type Try = (name: string) => Promise<void>

/** Opens one after the other at each width, and closes it with Escape. */
export async function openDialogs(page: Page, ways: readonly Way[], widths: readonly number[], tryOne: Try): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    let last = ''
    for (const { at, press, type, empties, only } of ways) {
      if (only === (width < 600 ? 'desktops' : 'phones')) continue
      if (at === last) {
        await close(page, at)
      } else await page.goto(at)
      last = at
      for (const [index, name] of press.entries()) {
        if (empties !== undefined && index === press.length - 1) await page.getByRole('textbox', { name: empties }).fill('')
        await pressOne(page, name)
      }
      await expect(page.getByRole('dialog').first(), `${press.join(', ')} on ${at}`).toBeVisible()
      if (type !== undefined) {
        await page.getByRole('combobox').fill(type)
        await expect(page.getByRole('option', { name: type }).first()).toBeVisible()
      }
      await tryOne(`${press.at(-1)} on ${at} at ${width} px`)
    }
  }
}

async function pressOne(page: Page, name: string | RegExp): Promise<void> {
  const named = (role: 'button' | 'menuitem' | 'tab' | 'checkbox' | 'link') => page.getByRole(role, { name })
  const main = page.getByRole('main')
  const target = named('button').or(named('menuitem')).or(named('tab')).or(named('checkbox')).or(main.getByRole('link', { name })).first()
  // What is selected already stays so.
  if ((await target.getAttribute('type')) === 'checkbox') await target.check()
  else await target.click()
}

/** The first Escape may close a list of options. */
const close = (page: Page, at: string): Promise<void> =>
  expect(async () => {
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog'), `${at}, closed`).toHaveCount(0, { timeout: 1000 })
  }).toPass()
